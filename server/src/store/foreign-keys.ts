/** A row was deleted that another one still refers to, or added that refers to a deleted one. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23503";
