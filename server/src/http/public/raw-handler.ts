import type { IncomingMessage, ServerResponse } from "node:http";

/** Handles a request if it is of its kind; false leaves it to the next one, and at last to the framework. */
export type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean;
