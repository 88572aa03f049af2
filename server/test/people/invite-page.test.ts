import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { invitePage } from "../../src/http/public/invite-page.ts";
import { appForFile, call, type TestApp, newDayForEachTest } from "../support/app.ts";
import { aBuild } from "../support/built-pages.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { anEmail, PASSWORD } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile();
});
newDayForEachTest(() => app);

async function aWorld(folder = aBuild()) {
  const merchant = await aMerchant(app);
  const campaignId = await aCampaign(merchant);
  const email = anEmail();
  const invite = async (): Promise<string> => {
    const { body } = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
    return new URL(String(body.invite_link)).pathname;
  };
  const pages: FastifyInstance = fastify();
  onTestFinished(() => pages.close());
  pages.setValidatorCompiler(validatorCompiler);
  pages.setSerializerCompiler(serializerCompiler);
  await pages.register(invitePage(app.services, folder));
  const statusOf = async (url: string): Promise<number> => (await pages.inject({ url })).statusCode;
  return { email, merchant, campaignId, invite, pages, statusOf };
}

const accept = (path: string) =>
  call(app, "POST", `/api/portal/invitations/${path.split("/").at(-1)}/accept`, {
    body: { name: "Eve", password: PASSWORD },
  });

describe("the invitation page", () => {
  it("is not cached, framed, indexed or sent as a referrer, and opening it does not use up the invitation", async () => {
    const { invite, pages } = await aWorld();
    const path = await invite();
    for (let looks = 0; looks < 10; looks += 1) {
      const page = await pages.inject({ url: path });
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
    }
    expect((await accept(path)).status).toBe(200);
  });

  it("has a new nonce in each response", async () => {
    const { invite, pages } = await aWorld();
    const path = await invite();
    const [first, second] = [(await pages.inject({ url: path })).body, (await pages.inject({ url: path })).body];
    expect(first).not.toContain("__CSP_NONCE__");
    expect(first).not.toBe(second);
  });

  it("reveals nothing about the invitation before the browser requests it", async () => {
    const { email, invite, pages } = await aWorld();
    expect((await pages.inject({ url: await invite() })).body).not.toContain(email);
  });
});

describe("the page of an invitation that cannot be accepted", () => {
  it("is 404 for an unknown token", async () => {
    const { pages } = await aWorld();
    const page = await pages.inject({ url: "/invite/nothing" });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });

  it("is 410 when it has expired", async () => {
    const { invite, statusOf } = await aWorld();
    const path = await invite();
    app.clock.forward({ days: 7 });
    expect(await statusOf(path)).toBe(410);
  });

  it("is 410 when it was used", async () => {
    const { invite, statusOf } = await aWorld();
    const path = await invite();
    await accept(path);
    expect(await statusOf(path)).toBe(410);
  });

  it("is 410 when it was replaced, and 200 for the newer one", async () => {
    const { invite, statusOf } = await aWorld();
    const older = await invite();
    const newer = await invite();
    expect([await statusOf(older), await statusOf(newer)]).toEqual([410, 200]);
  });

  it("is 403 when the campaign is archived", async () => {
    const { invite, statusOf, merchant, campaignId } = await aWorld();
    const path = await invite();
    await merchant.call("DELETE", `/v1/campaigns/${campaignId}`);
    expect(await statusOf(path)).toBe(403);
  });

  it("is 503 if the pages were not built", async () => {
    const { invite, statusOf } = await aWorld(join(tmpdir(), "tributary-no-such-folder"));
    expect(await statusOf(await invite())).toBe(503);
  });
});
