import { launch, type Env } from "../start/processes.ts";

/** Starts creating a demo, and is killed as soon as it reports the first month. */
export async function beginDemo(dir: string, env: Env): Promise<void> {
  const { child, ended } = launch({ args: ["demo", "--make", "--dir", dir], env });
  await Promise.race([new Promise((resolve) => child.stderr?.once("data", resolve)), ended]);
  child.kill("SIGKILL");
  await ended;
}
