import { setImmediate } from "node:timers/promises";

/** How many results are written before other requests get a turn. */
const SLICE = 500;

/** The fields of `head`, then `results`: serializing a large report in one go would block the process. */
export async function* jsonInPieces<Line>(
  head: object,
  lines: readonly Line[],
  present: (line: Line) => unknown,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(head).slice(0, -1)},"results":[`;
  for (let at = 0; at < lines.length; at += SLICE) {
    const results = lines.slice(at, at + SLICE).map((line) => JSON.stringify(present(line)));
    yield `${at === 0 ? "" : ","}${results.join(",")}`;
    await setImmediate();
  }
  yield "]}";
}
