// Sends due deliveries once in a separate process, so that its connections can be traced. It uses the compiled program.
// argv[2]: { connection, nameServer, ca, allowedNetworks, now, secretKey }
import { connect } from "../../dist/db/database.js";
import { Deliverer } from "../../dist/deliverer/deliverer.js";
import { createEgress } from "../../dist/deliverer/egress.js";
import { createResolve } from "../../dist/deliverer/resolve.js";
import { createLog } from "../../dist/system/log.js";
import { random } from "../../dist/system/random.js";
import { webhookSecretBox } from "../../dist/system/secret-box.js";

const { connection, nameServer, ca, allowedNetworks, now, secretKey } = JSON.parse(process.argv[2]);
const db = connect(connection, { onIdleError: () => {} });
// A traced process on a busy machine takes seconds to read what has arrived.
const resolve = createResolve([nameServer], { timeoutMs: 60_000 });
const egress = createEgress({ allowedNetworks, ca: [ca], resolve, deadlineMs: 120_000 });
const deliverer = new Deliverer({
  db,
  egress,
  random,
  clock: { now: () => new Date(now) },
  log: createLog("error"),
  secretBox: webhookSecretBox(Buffer.from(secretKey, "hex")),
  retrySeconds: [60, 300, 1800],
});
await deliverer.runUntilIdle();
await egress.close();
await db.close();
