import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/free-port.mjs";

const program = fileURLToPath(new URL("../../server/bin/tributary.js", import.meta.url));

export interface Server {
  readonly origin: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

interface Setting {
  /** Its host name in the browser, if that differs. */
  readonly host?: string;
  readonly cookieDomain?: string;
  /** The mail server, if email is on. */
  readonly smtpUrl?: string;
}

/** The workers find the prepared installation in this variable. */
const PREPARED = "TRIBUTARY_E2E_PREPARED";

/** Creates a database that servers start with a copy of. Returns how to delete it. */
export async function prepareInstallation(): Promise<() => void> {
  const folder = newFolder();
  const child = await launch(folder, {});
  await end(child.process);
  // oxlint-disable-next-line node/no-process-env -- Playwright's workers inherit it
  process.env[PREPARED] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The real program on a loopback port, with its own database in a temporary folder. */
export async function startServer(setting: Setting = {}): Promise<Server> {
  const folder = newFolder();
  // oxlint-disable-next-line node/no-process-env -- set by prepareInstallation
  const prepared = process.env[PREPARED];
  // PostgreSQL needs the owners and modes of its files.
  if (prepared !== undefined) execFileSync("cp", ["-a", dataDirIn(prepared), dataDirIn(folder)]);
  const { process: child, origin } = await launch(folder, setting);
  return {
    origin,
    dataDir: dataDirIn(folder),
    stop: async () => {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const dataDirIn = (folder: string): string => join(folder, "data");

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tributary-e2e-"));
  chmodSync(folder, 0o755);
  return folder;
}

async function launch(folder: string, setting: Setting): Promise<{ process: ChildProcess; origin: string }> {
  const { host = "127.0.0.1", cookieDomain = "", smtpUrl = "" } = setting;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    // oxlint-disable-next-line node/no-process-env -- the program looks for its tools there
    PATH: process.env["PATH"],
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: `http://${host}:${port}`,
    DATA_DIR: dataDirIn(folder),
    LOG_LEVEL: "warn",
    SIGNUP: "open",
    // Lets tests add endpoints without a public host name. Nothing listens there.
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.10",
    // Tests set their own IP address, because sign-ups per address are limited.
    TRUSTED_PROXIES: "127.0.0.1",
    COOKIE_DOMAIN: cookieDomain,
    SMTP_URL: smtpUrl,
    MAIL_FROM: smtpUrl === "" ? "" : "Tributary <mail@tributary.test>",
  };
  const child = spawn(process.execPath, [program, "start", "--json"], { env, stdio: ["ignore", "pipe", "inherit"] });
  await ready(child);
  return { process: child, origin };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
}

/** The program prints one line: that it is ready, or why it failed. */
async function ready(child: ChildProcess): Promise<void> {
  const line = child.stdout ? once(child.stdout, "data") : Promise.reject(new Error("no output"));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with ${String(code)} before it was ready.`);
  });
  const [said] = (await Promise.race([line, ended])) as [Buffer];
  ended.catch(() => {});
  if (said.includes('"error"')) throw new Error(`The server does not start: ${said.toString()}`);
}
