import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { uuidOf } from "../server/dist/domain/ids.js";
import { createAccount } from "../server/dist/usecases/accounts/create-account.js";
import { createConnectorForAccount } from "../server/dist/usecases/connectors/create-connector.js";
import { cpuOf, cpuSince } from "./cpu.mjs";
import { answer, median, round } from "./measure.mjs";
import { servicesOn } from "./money/services.mjs";
import { startService } from "./service.mjs";

export const about = "webhooks of shops that are received, compared with a bare insert of the same bytes";

const CONNECTIONS = 20;

/**
 * Alternates, so that other load on the machine affects both equally. Nothing works on the receipts meanwhile: a shop
 * waits only until its webhook is stored.
 * @param {import("./main.mjs").Options} options
 */
export async function run({ quick, say }) {
  const { rounds, count } = quick ? { rounds: 2, count: 1_000 } : { rounds: 5, count: 6_000 };
  const service = await startService({ ROLES: "http" });
  try {
    const made = await makeConnector(service);
    const parts = [service.address, service.connection, made.connector, made.account];
    const sender = fork(fileURLToPath(new URL("connectors/sender.mjs", import.meta.url)), [JSON.stringify(parts)]);
    await answer(sender);
    /** @param {"service" | "bare"} kind @param {number} number */
    const send = async (kind, number) => {
      const before = cpuOf(service, sender.pid ?? 0);
      sender.send({ kind, count, connections: CONNECTIONS, prefix: `${kind}-${number}` });
      const result = /** @type {import("./connectors/sender.mjs").Result} */ (await answer(sender));
      return { ...result, cpu: cpuSince(before, cpuOf(service, sender.pid ?? 0), count) };
    };
    const ratios = [];
    const p99s = [];
    const cpus = [];
    // The first round warms up.
    for (let number = 0; number <= rounds; number += 1) {
      const bare = await send("bare", number);
      const sent = await send("service", number);
      if (sent.refused > 0) throw new Error(`${sent.refused} webhooks were refused.`);
      const p99 = sent.durations.toSorted((a, b) => a - b)[Math.floor(sent.durations.length * 0.99)] ?? 0;
      const perSecond = (/** @type {number} */ ms) => ((count / ms) * 1000).toFixed(0);
      say(
        `${perSecond(sent.ms)}/s of ${perSecond(bare.ms)}/s: ${(bare.ms / sent.ms).toFixed(2)}   p99 ${p99.toFixed(1)} ms`,
      );
      if (bare.cpu && sent.cpu) say(`CPU per receipt: ${told(sent.cpu)}; bare: ${told(bare.cpu)}`);
      if (number === 0) continue;
      ratios.push(bare.ms / sent.ms);
      p99s.push(p99);
      if (bare.cpu && sent.cpu) cpus.push(total(bare.cpu) / total(sent.cpu));
    }
    sender.kill();
    return {
      figures: {
        receipts_vs_bare: round(median(ratios)),
        receipt_p99_ms: round(median(p99s)),
        // On a busy machine the first figure says more about the others: a single process gets a smaller share of the
        // CPU than twenty connections.
        ...(cpus.length > 0 ? { receipts_vs_bare_cpu: round(median(cpus)) } : {}),
      },
      targets: { receipts_vs_bare: { rule: /** @type {const} */ ("at least"), limit: 0.6 } },
    };
  } finally {
    await service.stop();
  }
}

const total = (/** @type {import("./cpu.mjs").Cpu} */ { service, database, sender }) => service + database + sender;

const told = (/** @type {import("./cpu.mjs").Cpu} */ { service, database, sender }) =>
  `service ${service.toFixed(0)}, database ${database.toFixed(0)}, sender ${sender.toFixed(0)} µs`;

/** @param {import("./service.mjs").Service} service */
async function makeConnector(service) {
  const services = { ...servicesOn(service, 2), operator: /** @type {const} */ (true) };
  const email = "owner@shop.example";
  const { account } = await createAccount(services, {
    email,
    name: "Shop",
    password: "correct horse battery",
    plan: "pro",
  });
  const { connector, secret } = await createConnectorForAccount(services, email, { provider: "generic" });
  await services.db.close();
  const path = `/in/${connector.id}`;
  return { connector: { id: uuidOf(connector.id), secret: secret ?? "", path }, account: uuidOf(account.id) };
}
