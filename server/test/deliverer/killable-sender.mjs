// Sends until it is killed, with the compiled program. argv[2]: { connection, ca, allowedNetworks, secretKey }
import { connect } from "../../dist/db/database.js";
import { Deliverer } from "../../dist/deliverer/deliverer.js";
import { createEgress } from "../../dist/deliverer/egress.js";
import { systemClock } from "../../dist/system/clock.js";
import { createLog } from "../../dist/system/log.js";
import { random } from "../../dist/system/random.js";
import { webhookSecretBox } from "../../dist/system/secret-box.js";

const { connection, ca, allowedNetworks, secretKey } = JSON.parse(process.argv[2]);
new Deliverer({
  db: connect(connection, { onIdleError: () => {} }),
  egress: createEgress({ allowedNetworks, ca: [ca] }),
  clock: systemClock,
  random,
  log: createLog("error"),
  secretBox: webhookSecretBox(Buffer.from(secretKey, "hex")),
  retrySeconds: [60, 300, 1800],
}).start();
