/** What the methods of the client have in common. */

export const READ = { method: "GET", repeatable: true } as const;

// The server checks every response against a schema, and these types are proven equal to it.
export const as = async <Body>(answer: Promise<object>): Promise<Body> => (await answer) as Body;
export const done = async (answer: Promise<object>): Promise<void> => void (await answer);

/** If the wanted state is already reached, an earlier attempt of this call caused it, or someone else did. */
export const whenAlready =
  (...codes: string[]) =>
  ({ code }: { code: string }): object | undefined =>
    codes.includes(code) ? {} : undefined;
