import type { Redirect } from "../../formats/redirect-map.ts";
import { jsonWriter } from "../../formats/row-text.ts";
import { copyLinks, readSnapshot, type SnapshotSource } from "../../store/installation/bulk-copy.ts";

/** Reads all links from one snapshot, a few thousand at a time. Returns the number of links. */
export function listRedirects(
  source: SnapshotSource,
  take: (redirects: readonly Redirect[]) => Promise<void>,
): Promise<number> {
  return readSnapshot(source, async (tx) => {
    const jsonOf = jsonWriter();
    let count = 0;
    for await (const { text, rows } of copyLinks(tx)) {
      await take(redirectsIn(Buffer.from(jsonOf(text)).toString("utf8")));
      count += rows;
    }
    return count;
  });
}

const redirectsIn = (lines: string): Redirect[] =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [code = "", target = "", campaign = "", affiliate = ""] = JSON.parse(line) as string[];
      return { code, target: new URL(target).href, campaign, affiliate };
    });
