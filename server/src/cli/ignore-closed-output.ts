/**
 * The program that reads the output may exit early, like `head`. The command continues, because its work matters more
 * than its output.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.off("error", unlessClosed).on("error", unlessClosed);
}

function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
