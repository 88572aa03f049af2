// npm run test:cluster -- [--hosts] [--keep]
// Runs the cluster that docs/operations.md describes, three machines with etcd, Patroni and PostgreSQL, under load. It
// kills the primary five times, cuts its network and drains it, then compares everything that clients were told with
// the data. --hosts lists the machines in DATABASE_URL instead of using HAProxy. --keep keeps the logs.
import { parseArgs } from "node:util";
import { hangUp } from "../client.mjs";
import { Load } from "../load.mjs";
import { Receiver } from "../receiver.mjs";
import { openShops } from "../shops.mjs";
import { AppMachine } from "./app-machine.mjs";
import { Cluster } from "./cluster.mjs";
import { FAULTS } from "./faults.mjs";
import { drained, print, reportOf } from "./report.mjs";
import { enter } from "./sandbox.mjs";
import { TimedRecord } from "./timed-record.mjs";
import { Watch } from "./watch.mjs";

const { values: options } = parseArgs({
  options: {
    hosts: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    /** Set by this program itself. */
    inside: { type: "string" },
  },
});
const say = (/** @type {string} */ text) => console.error(text);

const { inside } = options;
process.exitCode = inside === undefined ? enter(process.argv.slice(1)) : await run(inside);

/** @param {string} folder @returns {Promise<number>} the exit code */
async function run(folder) {
  const app = new AppMachine(folder, options.hosts ? "hosts" : "proxy");
  const cluster = new Cluster(folder);
  const record = new TimedRecord();
  const watch = new Watch(app, cluster);
  /** @type {Receiver | undefined} */
  let receiver;
  /** @type {Load | undefined} */
  let load;
  try {
    say(`Starting three database machines in ${folder}.`);
    await cluster.start();
    await cluster.createDatabase();
    say(`Starting two Tributary processes ${options.hosts ? "with all hosts in DATABASE_URL" : "behind HAProxy"}.`);
    await app.start();
    receiver = new Receiver(folder);
    const shops = await openShops(app.addresses[0] ?? "", await receiver.open());
    load = new Load(record, shops, app.addresses);
    load.start();
    watch.start();
    const rounds = [];
    for (const fault of FAULTS) rounds.push(await watch.through(fault, record, say));
    await load.stop();
    say("The load has ended. Waiting for the queues.");
    const stillWaiting = await drained(cluster.connection);
    await watch.stop();
    return print(await reportOf({ app, cluster, record, receiver, rounds, stillWaiting, watch }), options, say);
  } catch (error) {
    console.error(error, `\n${app.log()}`);
    return 1;
  } finally {
    await watch.stop();
    await load?.stop().catch((/** @type {unknown} */ error) => console.error(error));
    hangUp();
    receiver?.close();
    await app.stop();
    await cluster.stop();
    if (options.keep) say(`The logs are in ${folder}.`);
  }
}
