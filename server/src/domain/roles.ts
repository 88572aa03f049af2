export const roles = ["owner", "manager", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Each role includes the next one: a permission names the lowest role that has it. */
export const roleCovers = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
