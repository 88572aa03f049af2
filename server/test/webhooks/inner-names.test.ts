import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createDestinations } from "../../src/deliverer/destinations.ts";
import { createEgress } from "../../src/deliverer/egress.ts";
import { createResolve } from "../../src/deliverer/resolve.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { startNameServer, type NameServer } from "../deliverer/name-server.ts";
import { appForTest } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";

/** The records of the operator's name server. */
const zone: Readonly<Record<string, readonly string[]>> = {
  "wiki.corp.test": ["10.0.0.5"],
  "vault.corp.test": ["fd00::5"],
  "hooks.shop.test": ["93.184.215.14"],
};
let names: NameServer;
beforeAll(async () => {
  names = await startNameServer((name) => zone[name] ?? []);
});
afterAll(() => names.close());

const INNER = ["wiki.corp.test", "vault.corp.test", "localhost", "db.localhost"];
const UNKNOWN = ["nothing.corp.test", "no-such-host", "vm"];
const withoutHost = (text: string | undefined, host: string): string => String(text).replaceAll(host, "HOST");

describe("names of the operator's own network", () => {
  it("get the same response at registration as names that do not exist", async () => {
    const app = await appForTest();
    const { context } = await aMerchant(app);
    const destinations = createDestinations([], createResolve([names.address]));
    const responseTo = async (host: string): Promise<string> => {
      const input = { url: `https://${host}/hook`, events: ["conversion.created"] };
      const error: unknown = await createEndpoint({ ...context, destinations }, input).catch(
        (reason: unknown) => reason,
      );
      return error instanceof Error ? withoutHost(error.message, host) : "accepted";
    };
    const responses = new Set(await Promise.all([...INNER, ...UNKNOWN].map(responseTo)));
    expect([...responses]).toEqual([
      "Webhooks cannot be sent to this address: HOST does not resolve to a public address.",
    ]);
    expect(await responseTo("hooks.shop.test")).toBe("accepted");
  });

  it("get the same text in the record of an attempt", async () => {
    const egress = createEgress({ allowedNetworks: [], resolve: createResolve([names.address]) });
    onTestFinished(() => egress.close());
    const textOf = async (host: string): Promise<string> => {
      const { failure } = await egress.post({ url: `https://${host}/hook`, headers: {}, body: "{}" });
      return withoutHost(failure?.text, host);
    };
    const texts = new Set(await Promise.all([...INNER, ...UNKNOWN].map(textOf)));
    expect([...texts]).toEqual(["HOST does not resolve to a public address."]);
  });

  it("are accepted while no name server responds: each connection checks them again", async () => {
    const destinations = createDestinations([], createResolve(["127.0.0.10:9"]));
    await expect(destinations.refusalOf(new URL("https://wiki.corp.test/"))).resolves.toBeUndefined();
  });
});

describe("the hosts file of the machine", () => {
  it("is read only if the operator has allowed internal networks", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tributary-hosts-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const hostsFile = join(folder, "hosts");
    writeFileSync(hostsFile, "127.0.0.10  receiver.corp # ours\n");
    await expect(createResolve([names.address], { hostsFile })("receiver.corp")).resolves.toEqual(["127.0.0.10"]);
    await expect(createResolve([names.address])("receiver.corp")).rejects.toThrow("does not resolve");
  });
});
