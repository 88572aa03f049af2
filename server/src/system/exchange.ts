/** What the redirector reads of a request. `IncomingMessage` has it all. */
export interface LinkRequest {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  /** Names and values in turns. */
  readonly rawHeaders: readonly string[];
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** How the redirector responds. `ServerResponse` can do it all. */
export interface LinkResponse {
  readonly req: Pick<LinkRequest, "method">;
  writeHead(status: number, headers: string[]): unknown;
  end(body?: string): unknown;
}
