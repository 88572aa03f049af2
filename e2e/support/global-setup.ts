import { prepareInstallation } from "./server.ts";

/**
 * Creates the installation that all servers start from, because that takes seconds. This also compiles before the
 * workers start, because two compilers must not write to the same folder.
 */
export default prepareInstallation;
