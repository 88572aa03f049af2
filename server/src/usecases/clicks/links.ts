import type { Link } from "../../domain/click.ts";
import type { ClickId } from "../../domain/ids.ts";
import { findClicks, type RecentClick } from "../../store/clicks/clicks.ts";
import {
  findBeforeNewest,
  findLinks,
  listLinks,
  readChangeMark,
  readLinkChanges,
  type ChangeMark,
  type LinkChanges,
} from "../../store/clicks/links.ts";
import type { Services } from "../context.ts";

export type { RecentClick } from "../../store/clicks/clicks.ts";
export type { ChangeMark, LinkChanges } from "../../store/clicks/links.ts";

const PAGE = 5_000;

/** Passes on the newest links, at most `most`, oldest first. Returns the mark for reading later changes. */
export async function loadLinks(
  { db }: Pick<Services, "db">,
  { most, take }: { readonly most: number; readonly take: (links: readonly Link[]) => void },
): Promise<ChangeMark> {
  // Read first, so that changes during loading are found again.
  const mark = await readChangeMark(db);
  let after = await findBeforeNewest(db, most);
  for (;;) {
    const links = await listLinks(db, { after, limit: PAGE });
    const last = links.at(-1);
    if (!last) return mark;
    take(links);
    after = last.affiliationUuid;
  }
}

export function linkChangesSince({ db }: Pick<Services, "db">, mark: ChangeMark): Promise<LinkChanges> {
  return readLinkChanges(db, mark);
}

export async function linksByCode(
  { db }: Pick<Services, "db">,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Link>> {
  return new Map((await findLinks(db, codes)).map((link) => [link.code, link]));
}

export async function clicksById(
  { db }: Pick<Services, "db">,
  ids: readonly ClickId[],
): Promise<ReadonlyMap<ClickId, RecentClick>> {
  return new Map((await findClicks(db, ids)).map((click) => [click.id, click]));
}
