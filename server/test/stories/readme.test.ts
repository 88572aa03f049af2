import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { build, newFolder, programFile, start, stop } from "../start/processes.ts";
import { preparedDataDir } from "../start/prepared.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
/** The blocks marked `sh run`, in order: one story. */
const lines = [...readme.matchAll(/```sh run\n(.*?)```/gs)].map((block) => block[1]).join("");

beforeAll(build);

describe("README", () => {
  it("leads from a new account to an approved conversion, typed as printed", async () => {
    const dataDir = await preparedDataDir();
    const app = await start({ DATA_DIR: dataDir });
    const story = lines
      .replace("http://localhost:3000", app.address.replace("127.0.0.1", "localhost"))
      .replaceAll("npx --no tributary", 'node "$TRIBUTARY"')
      .replaceAll("cookies.txt", join(newFolder(), "cookies.txt"));
    const env = {
      PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
      TRIBUTARY: programFile(),
      DATA_DIR: dataDir,
      BASE_URL: app.address,
    };
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", story], { cwd: root, env });
    const list = JSON.parse(stdout.slice(stdout.lastIndexOf('{"conversions"'))) as { conversions: object[] };
    expect(list.conversions).toEqual([
      expect.objectContaining({ external_id: "order-1001", amount: 49.99, commission: 5, status: "approved" }),
    ]);
    await stop(app);
  });
});
