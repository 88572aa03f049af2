import { afterAll } from "vitest";
import { cleanUpAll } from "./file-end.ts";

// Vitest runs this again for every test file.
afterAll(cleanUpAll);
