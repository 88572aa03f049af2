import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { SESSION_RULE } from "../../src/domain/rate-limit.ts";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { appForTest, MANY_CONNECTIONS } from "../support/app.ts";
import { hold } from "../support/held.ts";
import { together } from "../support/parallel.ts";
import { listen } from "../support/sockets.ts";
import { Browser } from "./browser.ts";

const AT_ONCE = 8;
const WAITING = 92;

const aBusyDesk = async (): Promise<Desk> => aDesk(await appForTest({ SIGNUP: "open" }, MANY_CONNECTIONS));

describe("a signed-in person", () => {
  it("has at most 8 concurrent requests; more wait, and too many are rejected", async () => {
    const desk = await aBusyDesk();
    const held = await hold(desk.app, "lock table conversions in access exclusive mode");
    let refusals = 0;
    let tooMany: () => void = () => {};
    const twentyRefused = new Promise<void>((resolve) => {
      tooMany = resolve;
    });
    const many = together(AT_ONCE + WAITING + 20, async () => {
      const answer = await desk.get("conversions");
      if (answer.status === 429 && (refusals += 1) === 20) tooMany();
      return answer;
    });
    await held.untilBlocked(AT_ONCE);
    await twentyRefused;
    const colleague = await asMember(desk, "viewer");
    expect((await colleague.browser.whoAmI()).status).toBe(200);
    expect(await held.blocked()).toBe(AT_ONCE);
    await held.release();
    const answers = await many;
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(AT_ONCE);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body.code, refused?.headers["retry-after"]]).toEqual(["too_many_requests", "1"]);
  });

  it("may send 600 requests a minute in a session; other sessions are not affected", async () => {
    const desk = await aDesk();
    for (let sent = 0; sent < SESSION_RULE.limit; sent += 1) expect((await desk.browser.whoAmI()).status).toBe(200);
    const refused = await desk.browser.whoAmI();
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([
      429,
      "too_many_requests",
      "60",
    ]);
    const elsewhere = new Browser(desk.app);
    expect((await elsewhere.signIn(desk.merchant.email)).status).toBe(200);
    expect((await elsewhere.whoAmI()).status).toBe(200);
    desk.app.clock.forward({ seconds: 60 });
    expect((await desk.browser.whoAmI()).status).toBe(200);
  });

  it("gets the slot of a disconnected request back only when its work is done", async () => {
    const desk = await aBusyDesk();
    const port = await listen(desk.app);
    const held = await hold(desk.app, "lock table conversions in access exclusive mode");
    const path = `/api/dashboard/${desk.merchant.accountId}/conversions`;
    const headers = { cookie: desk.browser.cookie ?? "" };
    const hangUps = await together(2 * AT_ONCE, () => begin({ port, path, headers }));
    await held.untilBlocked(AT_ONCE);
    await Promise.all(hangUps.map((hangUp) => hangUp()));
    const last = desk.browser.whoAmI();
    expect((await (await asMember(desk, "viewer")).browser.whoAmI()).status).toBe(200);
    expect(await held.blocked()).toBe(AT_ONCE);
    await held.release();
    expect((await last).status).toBe(200);
  });
});

/** Sends a request without waiting. The returned function closes the connection. */
function begin({ port, path, headers }: { port: number; path: string; headers: Record<string, string> }) {
  const socket = connect(port, "127.0.0.1");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("")}\r\n`);
  socket.on("error", () => {});
  return Promise.resolve(async (): Promise<void> => {
    const closed = once(socket, "close");
    socket.destroy();
    await closed;
  });
}
