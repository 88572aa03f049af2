import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventTypes } from "../../src/domain/events.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { resendDelivery, resendFailed } from "../../src/usecases/webhooks/resend-delivery.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { aDesk } from "../dashboard/desk.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

const PER_ACCOUNT = 30;
const PER_HOST = 100;

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/24" });
});
// A host's limit counts the requests of all accounts.
beforeEach(() => app.clock.forward({ seconds: 60 }));

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

const anEndpointOf = async ({ context }: Merchant, url: string) =>
  (await createEndpoint(context, { url, events: eventTypes })).endpoint.id;
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "sent",
    (error: { code: string }) => error.code,
  );
const count = (outcomes: readonly string[], wanted: string): number =>
  outcomes.filter((outcome) => outcome === wanted).length;

describe("test events and resends", () => {
  it("are limited per account, regardless of the number of endpoints, and counted together", async () => {
    const merchant = await aMerchant(app);
    const endpoints = await Promise.all(
      numbers(10).map((index) => anEndpointOf(merchant, `https://127.0.0.${index + 1}/hook`)),
    );
    const first = await sendTestEvent(merchant.context, endpoints[0] as (typeof endpoints)[number]);
    const outcomes = await Promise.all([
      ...numbers(20).map(() => outcomeOf(resendDelivery(merchant.context, first.id))),
      ...endpoints.flatMap((id) => numbers(3).map(() => outcomeOf(sendTestEvent(merchant.context, id)))),
    ]);
    expect(count(outcomes, "sent")).toBe(PER_ACCOUNT - 1);
    expect(count(outcomes, "too_many_sends")).toBe(outcomes.length - (PER_ACCOUNT - 1));
    const since = app.clock.now();
    expect(await outcomeOf(resendFailed(merchant.context, { since }))).toBe("too_many_sends");
    app.clock.forward({ seconds: 60 });
    expect(await outcomeOf(sendTestEvent(merchant.context, first.endpointId))).toBe("sent");
  });

  it("are limited per host across all accounts, ports and spellings", async () => {
    const spellings = ["https://127.0.0.10/a", "https://127.0.0.10:8443/b", "https://2130706442/c"];
    const outcomes: string[] = [];
    for (const index of numbers(5)) {
      const merchant = await aMerchant(app);
      const id = await anEndpointOf(merchant, spellings[index % spellings.length] ?? "");
      const sends = numbers(25).map(() => outcomeOf(sendTestEvent(merchant.context, id)));
      outcomes.push(...(await Promise.all(sends)));
    }
    expect(count(outcomes, "sent")).toBe(PER_HOST);
    expect(count(outcomes, "too_many_sends")).toBe(25);
    const other = await aMerchant(app);
    expect(await outcomeOf(sendTestEvent(other.context, await anEndpointOf(other, "https://127.0.0.11/")))).toBe(
      "sent",
    );
  });

  it("get 429 above the limit, with one sentence and the time to wait", async () => {
    const desk = await aDesk(app);
    const body = { url: "https://127.0.0.10/hook", events: ["conversion.created"] };
    const { endpoint } = (await desk.send("POST", "webhook-endpoints", body)).body;
    const test = () => desk.send("POST", `webhook-endpoints/${endpoint.id}/test`);
    for (const _each of numbers(PER_ACCOUNT)) expect((await test()).status).toBe(200);
    const refused = await test();
    expect([refused.status, refused.headers["retry-after"], refused.body]).toMatchObject([
      429,
      "60",
      { error: "Too many test events and resends. Wait a minute and try again.", code: "too_many_sends" },
    ]);
  });
});
