/**
 * Test people have pages and requests of their own below this path, with a session of their own: a member's dashboard
 * and a test person's portal stay apart in one browser. Empty for real people.
 */
export const worldPath: "" | "/test" = (globalThis.location?.pathname ?? "").startsWith("/test/") ? "/test" : "";

/** Without their session, test people have nowhere to sign in: back to the member's pages. */
export const leaveTestWorld = (): void => globalThis.location.assign("/");
