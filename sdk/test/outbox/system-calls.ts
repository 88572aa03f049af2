import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../../../server/test/start/processes.ts";
import { pathOf } from "../../../server/test/support/programs.ts";
import { shopProcess } from "./shop-process.ts";

/** A system call, with the paths of its file descriptors in angle brackets. */
export interface SystemCall {
  readonly text: string;
  /** Positions in the trace. Calls of other threads can begin in between. */
  readonly begin: number;
  readonly end: number;
}

const TRACED = "write,pwrite64,fsync,fdatasync,link,linkat,rename,renameat2,mkdir,mkdirat,unlink,getdents64,connect";

/** What a shop process really asks the operating system to do. */
export async function systemCallsOf(env: Readonly<Record<string, string>>) {
  const file = join(newFolder(), "trace");
  const strace = [pathOf("strace"), "-f", "-y", "-qq", "-s", "200", "-e", `trace=${TRACED}`, "-o", file];
  // Some versions of Node.js would use io_uring, which strace cannot see.
  const { lines } = await shopProcess({ ...env, UV_USE_IO_URING: "0" }, { under: strace }).ended;
  return { lines, calls: callsIn(readFileSync(file, "utf8")) };
}

function callsIn(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { text: string; begin: number }>();
  for (const [index, line] of trace.split("\n").entries()) {
    const [, thread = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, begun] = /^(.*) <unfinished \.\.\.>$/.exec(text) ?? [];
    if (begun !== undefined) {
      unfinished.set(thread, { text: begun, begin: index });
      continue;
    }
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(text) ?? [];
    const before = rest === undefined ? undefined : unfinished.get(thread);
    // Only what succeeded counts. A connection of a socket that does not block is still in progress.
    if (!/ = (\d+|-1 EINPROGRESS)\b/.test(text)) continue;
    calls.push({ text: (before?.text ?? "") + (rest ?? text), begin: before?.begin ?? index, end: index });
  }
  return calls;
}

/** Returns the first call that contains all parts and starts after the given calls have ended. Throws if no call does. */
export function firstAfter(calls: readonly SystemCall[], earlier: SystemCall | undefined, ...parts: string[]) {
  const found = calls.find(
    ({ text, begin }) => begin > (earlier?.end ?? -1) && parts.every((part) => text.includes(part)),
  );
  if (!found) throw new Error(`No ${parts.join(" ")} after ${earlier?.text ?? "the start"}.`);
  return found;
}
