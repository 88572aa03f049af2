// A database machine: its own network card, processes and shared memory. Killing it kills everything on it at once,
// and nothing on it gets to close a connection.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { etcdSettings, patroniSettings } from "./documented.mjs";
import { PATH } from "./sandbox.mjs";

const SWITCH = "br0";
const POLL_MS = 20;
/** The first process of a machine. It collects orphans and starts nothing by itself. */
const INIT = "mount -t tmpfs tmpfs /dev/shm && while :; do sleep 1000 & wait $!; done";

const ip = (/** @type {string[]} */ ...args) => execFileSync("ip", args, { stdio: ["ignore", "ignore", "inherit"] });

/** The switch between all machines. The application's processes run beside it, at 10.0.0.1. */
export function buildNetwork() {
  ip("link", "set", "lo", "up");
  ip("link", "add", SWITCH, "type", "bridge");
  ip("addr", "add", "10.0.0.1/24", "dev", SWITCH);
  ip("link", "set", SWITCH, "up");
}

/** @typedef {"etcd" | "patroni"} Daemon */

export class Machine {
  /** @type {string} */
  name;
  /** @type {string} */
  address;
  #folder;
  /** The process ID of its first process, as seen from outside. */
  #init = 0;
  /** @type {Map<Daemon, import("node:child_process").ChildProcess>} */
  #daemons = new Map();

  /** @param {number} number @param {string} folder of the whole run */
  constructor(number, folder) {
    this.name = `db${number}`;
    this.address = `10.0.0.1${number}`;
    this.#folder = join(folder, this.name);
    mkdirSync(join(this.#folder, "run"), { recursive: true });
    writeFileSync(this.#settings, patroniSettings(this.name, this.address, this.#folder));
  }

  get #settings() {
    return join(this.#folder, "patroni.yml");
  }

  get dataDir() {
    return join(this.#folder, "data");
  }

  async boot() {
    const namespaces = ["--net", "--ipc", "--pid", "--mount-proc", "--fork", "--kill-child=KILL"];
    const child = spawn("unshare", [...namespaces, "sh", "-c", INIT], { stdio: "ignore" });
    this.#init = await firstChildOf(child.pid ?? 0);
    while (namespaceOf(this.#init) === namespaceOf("self")) await sleep(POLL_MS);
    ip("link", "add", this.name, "type", "veth", "peer", "name", "eth0", "netns", String(this.#init));
    this.plugIn();
    for (const args of [
      ["link", "set", "lo", "up"],
      ["addr", "add", `${this.address}/24`, "dev", "eth0"],
      ["link", "set", "eth0", "up"],
    ])
      // prettier-ignore
      execFileSync("nsenter", ["-t", String(this.#init), "-n", "ip", ...args]);
    this.start("etcd");
    this.start("patroni");
  }

  plugIn() {
    ip("link", "set", this.name, "master", SWITCH, "up");
  }

  /** Pulls the cable: packets vanish, and no connection is closed. */
  unplug() {
    ip("link", "set", this.name, "nomaster");
  }

  /** Power failure. */
  async kill() {
    this.unplug();
    process.kill(this.#init, "SIGKILL");
    await this.#allEnded();
    // The network card would stay until the kernel gives up the last connections.
    ip("link", "delete", this.name);
  }

  /** As the operator or systemd does. @param {Daemon} daemon */
  start(daemon) {
    const command = { etcd: ["etcd"], patroni: ["patroni", this.#settings] }[daemon];
    const env = { PATH, HOME: this.#folder, ...(daemon === "etcd" ? this.#etcd : {}) };
    this.#daemons.set(daemon, this.#run(command, env, join(this.#folder, `${daemon}.log`)));
  }

  get #etcd() {
    return etcdSettings(this.name, this.address, this.#folder);
  }

  /** Kills PostgreSQL's first process only. Patroni goes on. */
  killPostmaster() {
    const [pid = ""] = readFileSync(join(this.dataDir, "postmaster.pid"), "utf8").split("\n");
    this.#signal("KILL", pid);
  }

  /** Kills Patroni and PostgreSQL, so that nobody restarts anything. The kernel closes their connections. */
  killDatabase() {
    const patroni = this.#daemons.get("patroni")?.pid ?? 0;
    process.kill(Number(childrenOf(patroni)[0]), "SIGKILL");
    this.killPostmaster();
  }

  /** An orderly shutdown. */
  async shutDown() {
    const patroni = this.#daemons.get("patroni");
    const ended = endOf(patroni);
    process.kill(Number(childrenOf(patroni?.pid ?? 0)[0]), "SIGTERM");
    await ended;
    await this.kill();
  }

  /** At the end of the run. */
  async stop() {
    if (this.#init === 0) return;
    try {
      process.kill(this.#init, "SIGKILL");
    } catch {
      return; // It has been killed already.
    }
    await this.#allEnded();
  }

  /** @param {readonly string[]} command */
  patronictl(...command) {
    return execFileSync("patronictl", ["-c", this.#settings, ...command], { encoding: "utf8", stdio: "pipe" });
  }

  #allEnded() {
    return Promise.all([...this.#daemons.values()].map(endOf));
  }

  /** @param {string} signal @param {string} pid on the machine */
  #signal(signal, pid) {
    execFileSync("nsenter", [...this.#inside, "kill", `-${signal}`, pid]);
  }

  get #inside() {
    return ["-t", String(this.#init), "--net", "--ipc", "--pid", "--mount", "--"];
  }

  /** @param {readonly string[]} command @param {NodeJS.ProcessEnv} env @param {string} log */
  #run(command, env, log) {
    const output = openSync(log, "a");
    const child = spawn("nsenter", [...this.#inside, ...command], { env, stdio: ["ignore", output, output] });
    closeSync(output);
    return child;
  }
}

/** @param {import("node:child_process").ChildProcess | undefined} child @returns {Promise<void>} */
function endOf(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("close", () => resolve()));
}

/** @param {number} pid */
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);

/** @param {number} pid */
async function firstChildOf(pid) {
  for (;;) {
    const [child] = childrenOf(pid);
    if (child !== undefined) return Number(child);
    await sleep(POLL_MS);
  }
}

/** @param {number | string} pid */
const namespaceOf = (pid) => readlinkSync(`/proc/${pid}/ns/net`);
