// npm run soak -- [--minutes 30] [--kill-app-every 30] [--kill-database-every 60] [--json]
// Puts mixed load on two processes while one of them and PostgreSQL are killed repeatedly, then compares everything
// that clients were told with the data. The exit code is 1 if anything differs.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { checksOf, figuresOf } from "./checks.mjs";
import { hangUp } from "./client.mjs";
import { readDatabase, waiting } from "./found.mjs";
import { Installation } from "./installation.mjs";
import { Load } from "./load.mjs";
import { Receiver } from "./receiver.mjs";
import { Record } from "./record.mjs";
import { openShops } from "./shops.mjs";

/** A killed sender's deliveries stay leased for a minute, and the last retries take less than another one. */
const DRAIN_SECONDS = 300;
const DRAIN_POLL_MS = 500;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    /** Seconds. Each kill comes at a random moment of its interval, so that kills hit every kind of work. */
    "kill-app-every": { type: "string", default: "30" },
    "kill-database-every": { type: "string", default: "60" },
    json: { type: "boolean", default: false },
  },
});
const minutes = Number(options.minutes);
const appEvery = Number(options["kill-app-every"]);
const databaseEvery = Number(options["kill-database-every"]);
if (!(Math.min(minutes, appEvery, databaseEvery) > 0)) {
  console.error("--minutes, --kill-app-every and --kill-database-every take numbers above 0.");
  process.exit(2);
}

const say = (/** @type {string} */ text) => console.error(text);
const interrupted = new AbortController();
// A second signal changes nothing, because npm forwards one that the whole process group already got.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => interrupted.abort());

const installation = new Installation();
/** @type {Receiver | undefined} */
let receiver;
/** @type {Load | undefined} */
let load;
try {
  process.exitCode = await soak();
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
} finally {
  const stopped = load?.stop().catch((/** @type {unknown} */ error) => console.error(error));
  const code = await installation.end();
  await stopped;
  hangUp();
  receiver?.close();
  if (code !== 0 && !interrupted.signal.aborted) {
    say(`The first process ended with ${code} when it was stopped.`);
    process.exitCode = 1;
  }
}

/** @returns {Promise<number>} the exit code */
async function soak() {
  say(`Starting two processes in ${installation.folder}.`);
  await installation.start();
  receiver = new Receiver(installation.folder);
  const shops = await openShops(installation.addresses[0] ?? "", await receiver.open());
  const record = new Record();
  load = new Load(record, shops, installation.addresses);
  say(`Load for ${minutes} minutes.`);
  load.start();
  const endMs = Date.now() + minutes * 60_000;
  await Promise.all([
    again(appEvery, async () => installation.killApp()),
    again(databaseEvery, () => installation.killDatabase()),
    report(record, endMs),
  ]);
  installation.stopSampling();
  await load.stop();
  say("The load has ended. Waiting for the queues.");
  await installation.secondReady();
  const stillWaiting = await drain();
  const run = {
    record,
    installation,
    stillWaiting,
    received: receiver.received,
    receivedTimes: receiver.requests,
    found: await readDatabase(installation.connection),
    verified: (await installation.verify()).checks,
  };
  return print(figuresOf(run), checksOf(run));
}

/**
 * Runs it once per interval, at a random moment.
 * @param {number} seconds
 * @param {() => Promise<void>} work
 */
async function again(seconds, work) {
  const intervals = Math.floor((minutes * 60) / seconds);
  const beganMs = Date.now();
  for (let interval = 0; interval < intervals; interval += 1) {
    const startMs = beganMs + interval * seconds * 1000;
    await pause(startMs + Math.random() * seconds * 1000 - Date.now());
    await work();
    await pause(startMs + seconds * 1000 - Date.now());
  }
}

/** @param {Record} record @param {number} endMs */
async function report(record, endMs) {
  while (Date.now() < endMs) {
    await pause(Math.min(30_000, endMs - Date.now()));
    const { app, database } = installation.kills;
    const { rssMb = 0, descriptors = 0 } = installation.samples.at(-1) ?? {};
    say(
      `  ${record.orders.size} orders, ${record.clicks.length} clicks, ${record.batches.length} batches, ` +
        `killed: app ${app}, database ${database}; ${Math.round(rssMb)} MB, ${descriptors} descriptors`,
    );
    if (installation.ends.length > 0) throw new Error(`${installation.ends.join("\n")}\n${installation.log()}`);
  }
}

/** @param {number} ms */
function pause(ms) {
  return sleep(Math.max(0, ms), undefined, { signal: interrupted.signal });
}

/** @returns {Promise<number>} how much is left after the time limit */
async function drain() {
  const endMs = Date.now() + DRAIN_SECONDS * 1000;
  for (;;) {
    const left = await waiting(installation.connection);
    if (left === 0 || Date.now() > endMs) return left;
    await pause(DRAIN_POLL_MS);
  }
}

/**
 * @param {ReturnType<typeof figuresOf>} figures
 * @param {readonly import("./checks.mjs").Check[]} checks
 */
function print(figures, checks) {
  const wrong = checks.filter(({ value, limit }) => value > limit);
  if (options.json) console.log(JSON.stringify({ minutes, figures, checks, ok: wrong.length === 0 }));
  else {
    console.log(`| ${minutes} minutes | |\n| --- | --- |`);
    for (const [name, value] of Object.entries(figures)) console.log(`| ${name.replaceAll("_", " ")} | ${value} |`);
    console.log("\n| check | found | at most | |\n| --- | --- | --- | --- |");
    for (const check of checks)
      console.log(`| ${check.name} | ${check.value} | ${check.limit} | ${wrong.includes(check) ? "WRONG" : "ok"} |`);
  }
  for (const { name, examples } of wrong) say(`WRONG: ${name}\n  ${examples.join("\n  ")}`);
  if (wrong.length > 0) say(installation.log());
  return wrong.length > 0 ? 1 : 0;
}
