import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { signWebhook } from "tributary-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  adjustedData,
  affiliateApprovedData,
  affiliateJoinedData,
  conversionData,
  eventTypes,
  payoutCreatedData,
  webhookTestData,
} from "../../src/domain/events.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aConversion, anAffiliation, money, uuid } from "../domain/samples.ts";
import { build } from "../start/processes.ts";
import { pathOf } from "../support/programs.ts";
import { freePort } from "../../../scripts/free-port.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = readFileSync(join(root, "docs/webhooks.md"), "utf8");

/** The first code block under a heading. */
function exampleUnder(heading: string): string {
  const section = page.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const [, code] = /```\w+\n([\s\S]*?)```/.exec(section) ?? [];
  if (code === undefined) throw new Error(`There is no example under ${heading}.`);
  return code;
}

const SECRET = "whsec_ZG9jdW1lbnRhdGlvbg==";
const body = '{"id":"evt_1","type":"webhook.test","created":1,"data":{"text":"Żółć — 100 €"}}';
// Inside the repository, where the package name resolves to the build.
const folders = join(root, "node_modules/.cache");
let folder = "";
const children = new Set<ChildProcess>();
beforeAll(() => {
  build();
  mkdirSync(folders, { recursive: true });
  folder = mkdtempSync(join(folders, "webhook-examples-"));
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const ago = (seconds: number): Date => new Date(Date.now() - 1000 * seconds);
const sign = (secret = SECRET, now = new Date(), text = body): Promise<string> =>
  signWebhook({ body: text, secret, now });

interface Case {
  readonly name: string;
  readonly body: string;
  readonly signature: string;
  readonly genuine: boolean;
}

/** Requests that every receiver must accept or reject. */
async function cases(): Promise<Case[]> {
  const [mine, other] = [await sign(), await sign("whsec_other")];
  const [time = "", signature = ""] = mine.split(",");
  const foreign = other.split(",")[1] ?? "";
  return [
    { name: "genuine", body, signature: mine, genuine: true },
    { name: "280 seconds old", body, signature: await sign(SECRET, ago(280)), genuine: true },
    { name: "rotating, current secret second", body, signature: `${time},${foreign},${signature}`, genuine: true },
    { name: "rotating, current secret first", body, signature: `${time},${signature},${foreign}`, genuine: true },
    { name: "changed", body: body.replace("100", "900"), signature: mine, genuine: false },
    { name: "another secret", body, signature: other, genuine: false },
    { name: "more than 300 seconds old", body, signature: await sign(SECRET, ago(320)), genuine: false },
    { name: "from the future", body, signature: await sign(SECRET, ago(-320)), genuine: false },
    { name: "a newer time", body, signature: `t=${Number(time.slice(2)) + 1},${signature}`, genuine: false },
    { name: "no signature", body, signature: time, genuine: false },
    { name: "no time", body, signature, genuine: false },
    { name: "nonsense", body, signature: "t=x,v1=y", genuine: false },
    { name: "empty", body, signature: "", genuine: false },
  ];
}

const programs: [language: string, file: string, command: (file: string, port: number) => string[]][] = [
  ["TypeScript", "receiver.mjs", (file) => [process.execPath, file]],
  ["Python", "receiver.py", (file) => [pathOf("python3"), file]],
  ["PHP", "receiver.php", (file, port) => [pathOf("php"), "-S", `127.0.0.1:${port}`, file]],
];

describe("the verifying examples", () => {
  for (const [language, name, command] of programs) {
    it(`${language}: accepts genuine requests and rejects everything else`, async () => {
      const file = join(folder, name);
      writeFileSync(file, exampleUnder(language));
      const port = await freePort();
      const address = `http://127.0.0.1:${port}/`;
      await serve(command(file, port), { PORT: String(port), WEBHOOK_SECRET: SECRET }, address);
      for (const each of await cases()) {
        const headers = { "content-type": "application/json", "x-service-signature": each.signature };
        const { status } = await fetch(address, { method: "POST", headers, body: each.body });
        expect([each.name, status]).toEqual([each.name, each.genuine ? 204 : 400]);
      }
    });
  }

  it("shell: accepts genuine requests and rejects everything else", async () => {
    const script = join(folder, "verify.sh");
    writeFileSync(script, exampleUnder("Shell"));
    for (const each of await cases()) {
      const file = join(folder, "body.json");
      writeFileSync(file, each.body);
      const env = { PATH: process.env["PATH"] ?? "", WEBHOOK_SECRET: SECRET }; // oxlint-disable-line node/no-process-env -- the script needs openssl
      const { status } = spawnSync("sh", [script, file, each.signature], { env });
      expect([each.name, status === 0]).toEqual([each.name, each.genuine]);
    }
  });

  it("the example of a self-signed request is accepted by the receiver above", async () => {
    const port = await freePort();
    const [receiver, sender] = [join(folder, "local-receiver.mjs"), join(folder, "local-sender.mjs")];
    writeFileSync(receiver, exampleUnder("TypeScript"));
    writeFileSync(sender, exampleUnder("Trying it on your own machine").replace("8080", String(port)));
    const env = { PORT: String(port), WEBHOOK_SECRET: SECRET };
    await serve([process.execPath, receiver], env, `http://127.0.0.1:${port}/`);
    const child = spawn(process.execPath, [sender], { env, stdio: ["ignore", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString().trim()).toBe("204");
  });
});

describe("the examples of events", () => {
  const conversion = (status: "pending" | "approved" | "rejected"): object =>
    conversionData({ ...aConversion, status });
  const person = { email: "jo@blog.example", name: "Jo" };
  const now = new Date();
  const sent: Record<string, object> = {
    "conversion.created": conversion("pending"),
    "conversion.approved": conversion("approved"),
    "conversion.rejected": conversion("rejected"),
    "conversion.adjusted": adjustedData(aConversion, "Wrong size."),
    "affiliate.joined": affiliateJoinedData(anAffiliation, person),
    "affiliate.approved": affiliateApprovedData({ ...anAffiliation, approvedAt: now }, person),
    "payout.created": payoutCreatedData(
      {
        id: idOf("payout", uuid(1)),
        affiliateId: idOf("affiliate", uuid(2)),
        amount: money(1),
        conversionCount: 1,
        createdAt: now,
      },
      person,
    ),
    "webhook.test": webhookTestData(idOf("endpoint", uuid(3))),
  };

  it.each([...eventTypes, "webhook.test"])("%s has the fields that are sent, each of the same type", (type) => {
    const example = JSON.parse(exampleUnder(type)) as Record<string, unknown>;
    expect(Object.keys(example)).toEqual(["id", "type", "created", "data"]);
    expect(example["type"]).toBe(type);
    const typed = (data: object): [string, string][] =>
      Object.entries(data).map(([key, value]) => [key, key === "reason" ? "text or null" : typeof value]);
    expect(typed(example["data"] as object)).toEqual(typed(sent[type] ?? {}));
  });
});

/** Starts a receiver and waits until it responds; it is stopped at the end of the file. */
async function serve([program = "", ...args]: string[], env: Record<string, string>, address: string): Promise<void> {
  // oxlint-disable-next-line node/no-process-env -- needed to find interpreters
  const child = spawn(program, args, { env: { PATH: process.env["PATH"] ?? "", ...env }, stdio: "ignore" });
  children.add(child);
  for (;;) {
    const answers = await fetch(address, { method: "POST", body: "{}" }).then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
    await sleep(50);
  }
}
