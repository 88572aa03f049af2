/** @type {readonly import("./index.mjs").Edit[]} */
export const durableWrites = [
  {
    name: "event-after-commit",
    promise: "P1",
    breaks:
      "The event of a new conversion is written in a separate transaction after the commit. After a crash between the two, the shop gets no event for a recorded order.",
    changes: [
      {
        file: "server/src/usecases/conversions/record-transition.ts",
        search: "  if (!type) return;",
        replace: "  if (!type || before === null) return;",
      },
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: "    return await inTurnOfCampaign(context, facts.campaign, () =>",
        replace: "    const recorded = await inTurnOfCampaign(context, facts.campaign, () =>",
      },
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: "        return conversion;\n      }),\n    );\n",
        replace: `        return conversion;
      }),
    );
    await db.transaction(async (tx) =>
      announce(tx, {
        id: idOf("event", context.random.uuid(recorded.createdAt)),
        accountId: recorded.accountId,
        type: "conversion.created",
        subjectId: recorded.id,
        seq: recorded.seq,
        createdAt: recorded.createdAt,
        ...sendingOf(context, recorded.createdAt),
        data: conversionData(recorded),
      }),
    );
    return recorded;
`,
      },
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: `import type { Money } from "../../domain/values/money.ts";`,
        replace: `import type { Money } from "../../domain/values/money.ts";
import { conversionData } from "../../domain/events.ts";
import { announce } from "../../store/webhooks/events.ts";
import { sendingOf } from "../twins/sending.ts";`,
      },
    ],
    tests: ["server/test/webhooks/events.test.ts"],
  },
  {
    name: "response-before-commit",
    promise: "P1",
    breaks:
      "The API responds before the conversion is committed. The order is acknowledged, and a fault a moment later loses it.",
    changes: [
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: "    return await inTurnOfCampaign(context, facts.campaign, () =>",
        replace:
          "    return await new Promise<Conversion>((resolve, reject) => void inTurnOfCampaign(context, facts.campaign, () =>",
      },
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: "        await record(tx, context, {",
        replace: "        resolve(conversion);\n        await record(tx, context, {",
      },
      {
        file: "server/src/usecases/conversions/track-conversion.ts",
        search: "        return conversion;\n      }),\n    );\n",
        replace: "        return conversion;\n      }),\n    ).catch(reject));\n",
      },
    ],
    tests: ["server/test/api/outage.test.ts"],
    title: "in the middle of a write causes 503",
  },
  {
    name: "commit-without-flush",
    promise: "P1",
    breaks:
      "PostgreSQL acknowledges a commit before it is durable (synchronous_commit = off, for speed). When the database is killed, the orders of the last half second are gone.",
    changes: [
      {
        file: "server/src/db/connector.ts",
        search: `    ["timezone", "UTC"],`,
        replace: `    ["timezone", "UTC"],\n    ["synchronous_commit", "off"],`,
      },
    ],
    tests: ["server/test/db/database.test.ts"],
  },
  {
    name: "balance-without-transfer",
    promise: "P1",
    breaks:
      "A rejection changes the conversion but books no transfer. The conversion is half written: the affiliate keeps a pending commission that no longer exists.",
    changes: [
      {
        file: "server/src/usecases/conversions/record-transition.ts",
        search: "  if (transfer) postTransfer",
        replace: `  if (transfer && after.status !== "rejected") postTransfer`,
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts", "server/test/ledger/sequences.test.ts"],
  },
  {
    name: "outbox-sends-before-it-stores",
    promise: "P1",
    breaks:
      "The SDK's outbox sends an order while it is still being stored. If the shop's process dies meanwhile, nobody sends it again.",
    changes: [
      {
        file: "sdk/src/outbox/engine.ts",
        search: "      const stored = await this.#store(call);\n",
        replace: "      const stored = call;\n      this.#store(call).catch(() => {});\n",
      },
    ],
    tests: ["sdk/test/outbox/outbox.test.ts"],
    title: "is on disk before it is sent",
  },
  {
    name: "outbox-deletes-before-the-response",
    promise: "P1",
    breaks:
      "The SDK's outbox deletes an order before Tributary has accepted it. The shop was told that it is queued, but it is never sent.",
    changes: [
      {
        file: "sdk/src/outbox/engine.ts",
        search: "      const outcome = await this.#deliver(call);\n",
        replace:
          "      await this.#settings.folder.remove(call.id);\n      const outcome = await this.#deliver(call);\n",
      },
    ],
    tests: ["sdk/test/outbox/outbox.test.ts"],
    title: "is queued while Tributary is unavailable",
  },
];
