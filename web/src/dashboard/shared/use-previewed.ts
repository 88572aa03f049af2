import { useState } from "react";
import { messageOf } from "../../api/failure.ts";

/** What the server would do with a text, or has done. */
export interface Seen<Data> {
  readonly data: Data;
  readonly done: boolean;
}

interface Work<Data> {
  readonly preview: (text: string) => Promise<Data>;
  readonly apply: (text: string) => Promise<Data>;
  readonly file: { readonly bytesMax: number; readonly tooLarge: string };
}

/** Everything that belongs to one text. */
interface Previewed<Data> {
  readonly text: string;
  readonly seen?: Seen<Data> | undefined;
  readonly problem?: string | undefined;
  readonly busy?: "preview" | "apply" | undefined;
}

/** A text, typed or from a file, that the server previews and then applies. What it applies is what it previewed. */
export function usePreviewed<Data>({ preview, apply, file: { bytesMax, tooLarge } }: Work<Data>) {
  const [state, setState] = useState<Previewed<Data>>({ text: "" });
  const type = (text: string): void => setState({ text });
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return;
    if (file.size > bytesMax) setState(({ text, seen }) => ({ text, seen, problem: tooLarge }));
    else type(await file.text());
  };
  const send = async (busy: "preview" | "apply"): Promise<void> => {
    const sent: Previewed<Data> = { ...state, problem: undefined, busy };
    setState(sent);
    const work = busy === "preview" ? preview : apply;
    const response = await work(sent.text).then(
      (data) => ({ seen: { data, done: busy === "apply" } }),
      (error: unknown) => ({ problem: messageOf(error) }),
    );
    // The text may have been replaced meanwhile, even by the same one, which was then sent again.
    setState((now) => (now === sent ? { ...sent, ...response, busy: undefined } : now));
  };
  return { ...state, type, choose, look: () => send("preview"), save: () => send("apply") };
}
