import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { whenFileEnds } from "../../../server/test/support/file-end.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export interface ShopProcess {
  readonly pid: number;
  /** The lines that it has printed. */
  lines(): string[];
  kill(): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly lines: string[]; readonly errors: string }>;
}

interface Observed {
  /** Its file system steps can kill it. */
  readonly dying?: boolean;
  readonly program?: "shop.mjs" | "full-disk.mjs";
  /** A command that runs it, such as strace. */
  readonly under?: readonly string[];
}

/** A real shop process, which loads the built SDK. */
export function shopProcess(
  env: Readonly<Record<string, string>>,
  { dying = false, program = "shop.mjs", under = [] }: Observed = {},
): ShopProcess {
  const preload = dying ? ["--import", `${here}dying.mjs`] : [];
  const [command, ...args] = [...under, process.execPath, ...preload, `${here}${program}`];
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  whenFileEnds(() => void child.kill("SIGKILL"));
  let text = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const lines = () => text.split("\n").filter((line) => line !== "");
  const ended = new Promise<Awaited<ShopProcess["ended"]>>((resolve) =>
    child.on("close", (code) => resolve({ code, lines: lines(), errors })),
  );
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
