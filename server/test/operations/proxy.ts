import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { newFolder, until } from "../start/processes.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { pathOf } from "../support/programs.ts";
import { freePort } from "../../../scripts/free-port.mjs";

export const HOST = "track.shop.example";
/** The visitors' address. If the proxy were not trusted, it would be recorded as 127.0.0.1. */
export const VISITOR = "127.0.0.9";

const nginx = pathOf("nginx");

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
export interface Proxy {
  /** A new connection for each request. */
  ask(path: string, asked?: Ask): Promise<TestResponse>;
  /** As in docs/operations.md: marks it, reloads, and waits until the old workers are gone. */
  mark(port: number): Promise<void>;
  unmark(port: number): Promise<void>;
}

/** nginx with the documented configuration; only ports and the certificate's path are replaced. */
export async function startProxy(upstreams: readonly [number, number]): Promise<Proxy> {
  const folder = newFolder();
  const port = await freePort();
  // Opens a connection for each request but resumes TLS, because full handshakes took most of the client's time.
  const agent = new Agent({ keepAlive: false, secureContext: createSecureContext({ ca: makeCertificate(folder) }) });
  let site = documentedSite();
  const exchange = (documented: string, real: string): void => {
    if (!site.includes(documented)) throw new Error(`docs/operations.md no longer says ${documented}.`);
    site = site.replaceAll(documented, real);
  };
  exchange("127.0.0.1:3001", `127.0.0.1:${upstreams[0]}`);
  exchange("127.0.0.1:3002", `127.0.0.1:${upstreams[1]}`);
  exchange("listen 443 ssl", `listen 127.0.0.1:${port} ssl`);
  exchange(`/etc/ssl/${HOST}.pem`, join(folder, "site.pem"));
  exchange(`/etc/ssl/${HOST}.key`, join(folder, "site.key"));
  const siteFile = join(folder, "site.conf");
  writeFileSync(siteFile, site);
  writeFileSync(join(folder, "nginx.conf"), frame(folder));
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  whenFileEnds(() => void child.kill("SIGTERM"));

  const ask = (path: string, asked: Ask = {}): Promise<TestResponse> => send({ port, agent, path }, asked);
  const reload = async (edit: (text: string) => string): Promise<void> => {
    const before = workersOf(child);
    writeFileSync(siteFile, edit(readFileSync(siteFile, "utf8")));
    child.kill("SIGHUP");
    await until(() => (workersOf(child).every((worker) => !before.includes(worker)) ? true : undefined));
    await until(() => (workersOf(child).length > 0 ? true : undefined));
  };
  await until(() =>
    ask("/healthz").then(
      () => true,
      () => undefined,
    ),
  );
  return {
    ask,
    mark: (upstream) => reload((text) => text.replaceAll(`:${upstream} `, `:${upstream} down `)),
    unmark: (upstream) => reload((text) => text.replaceAll(`:${upstream} down `, `:${upstream} `)),
  };
}

function documentedSite(): string {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const [, site] = /^```nginx\n(.*?)^```/ms.exec(page) ?? [];
  if (site === undefined) throw new Error("docs/operations.md shows no configuration for nginx.");
  return site;
}

/** What Debian's nginx.conf adds around a site, within one folder. */
function frame(folder: string): string {
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    worker_processes 2;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join("\n")}
      include ${folder}/site.conf;
    }`;
}

function makeCertificate(folder: string): string {
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
      "-keyout", "site.key", "-out", "site.pem", "-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`], // prettier-ignore
    { cwd: folder, stdio: "ignore" },
  );
  return readFileSync(join(folder, "site.pem"), "utf8");
}

function workersOf({ pid }: ChildProcess): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
}

function send(
  { port, agent, path }: { port: number; agent: Agent; path: string },
  { method = "GET", headers = {}, body }: Ask,
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        localAddress: VISITOR,
        servername: HOST,
        agent,
        headers: { host: HOST, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
