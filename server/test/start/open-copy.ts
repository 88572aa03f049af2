import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Installation {
  readonly node: string;
  /** The checkout, or a copy of it. */
  readonly root: string;
}
interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The parts of a checkout that the program needs, besides its packages. */
const PARTS = ["package.json", "sdk", "server", "web/dist"];
const LEFT_OUT = /\/(node_modules|src|test)$/;

/** Makes Node.js and the checkout accessible to a user who cannot enter root's own, for example under /root. */
export function openTo(user: User, { node, root }: Installation, newFolder: () => string): Installation {
  if (runs(user, node, root)) return { node, root };
  const folder = newFolder();
  const copy = { node: join(folder, "node"), root: join(folder, "checkout") };
  cpSync(node, copy.node);
  for (const path of [...PARTS, ...installedPackages(root)])
    cpSync(join(root, path), join(copy.root, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => path.includes("node_modules/") || !LEFT_OUT.test(source),
    });
  chmodSync(folder, 0o755);
  spawnSync("chmod", ["-R", "a+rX", folder]);
  return copy;
}

function runs(user: User, node: string, root: string): boolean {
  const script = "require('node:fs').accessSync(process.argv[1])";
  return spawnSync(node, ["-e", script, join(root, "package.json")], { ...user, cwd: "/" }).status === 0;
}

/** The paths of the packages in a production installation. */
function installedPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { readonly dev?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.includes("node_modules/") && dev !== true && existsSync(join(root, path)))
    .map(([path]) => path);
}
