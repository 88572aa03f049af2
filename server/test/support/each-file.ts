import { afterAll } from "vitest";
import { putAwayAll } from "./file-end.ts";

// Vitest runs this again for every test file.
afterAll(putAwayAll);
