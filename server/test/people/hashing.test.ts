import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Passwords } from "../../src/system/passwords.ts";
import { PASSWORD_TURNS } from "../../src/system/turns.ts";
import { attemptRules } from "../../src/usecases/limits/limit-attempts.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { joinPath } from "../members/team.ts";
import { appForFile, appForTest, call, cheapPasswords, type TestResponse, type TestApp } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { tally, together } from "../support/parallel.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { Browser, PASSWORD, signedUp } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const WORKER_THREADS = 4;

/** Occupies every worker thread of this process until the test ends: opening a pipe waits for a writer. */
function occupyWorkerThreads(): void {
  const folder = mkdtempSync(join(tmpdir(), "tributary-pipes-"));
  const pipes = Array.from({ length: WORKER_THREADS }, (_, index) => join(folder, String(index)));
  execFileSync("mkfifo", pipes);
  const opened = pipes.map((pipe) => open(pipe, "r"));
  onTestFinished(async () => {
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
    await Promise.all(opened.map(async (handle) => (await handle).close()));
    for (const writer of writers) closeSync(writer);
    rmSync(folder, { recursive: true });
  });
}

/** Hashes nothing while it is shut, and records the requests. */
class GatedPasswords implements Passwords {
  readonly isCommon = cheapPasswords.isCommon;
  calls = 0;
  mostAtOnce = 0;
  #running = 0;
  #gate = Promise.resolve();

  /** Returns a function that opens it again. */
  shut(): () => void {
    let release = (): void => {};
    this.#gate = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  hash(password: string): Promise<string> {
    return this.#pass(() => cheapPasswords.hash(password));
  }

  verify(passwordHash: string, password: string): Promise<boolean> {
    return this.#pass(() => cheapPasswords.verify(passwordHash, password));
  }

  async #pass<Result>(work: () => Promise<Result>): Promise<Result> {
    this.calls += 1;
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    try {
      await this.#gate;
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}

/** The first responses, in the order of arrival. */
function firstOf(count: number, answers: readonly Promise<TestResponse>[]): Promise<TestResponse[]> {
  const come: TestResponse[] = [];
  return new Promise((resolve, reject) => {
    const take = (answer: TestResponse): void => {
      come.push(answer);
      if (come.length === count) resolve([...come]);
    };
    for (const answer of answers) answer.then(take, reject);
  });
}

describe("hashing passwords", () => {
  it("does not block a signed-in request, which needs no worker thread", async () => {
    const browser = await signedUp(app);
    expect((await browser.whoAmI()).status).toBe(200);
    occupyWorkerThreads();
    expect((await browser.whoAmI()).status).toBe(200);
  });

  it("does not block a new API key's first request, which needs no worker thread", async () => {
    const merchant = await aMerchant(app);
    occupyWorkerThreads();
    expect((await merchant.call("GET", "/v1/campaigns")).status).toBe(200);
  });

  it("handles two at a time and a short queue; the rest get 429 immediately", async () => {
    const passwords = new GatedPasswords();
    const app = await appForTest({ SIGNUP: "open" }, { passwords });
    const browser = await signedUp(app, "ada@shop.example");
    await new Browser(app).signIn("nobody@shop.example");
    passwords.mostAtOnce = 0;
    const release = passwords.shut();
    const { atOnce, waitingMax } = PASSWORD_TURNS;
    const excess = 20;
    const answers = Array.from({ length: atOnce + waitingMax + excess }, (_, index) =>
      new Browser(app).signIn(`nobody${index}@shop.example`),
    );
    for (const refused of await firstOf(excess, answers)) {
      expectFailure(refused, [429, "passwords_busy"]);
      expect(refused.headers["retry-after"]).toBe("3");
    }
    expect((await browser.whoAmI()).status).toBe(200);
    release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(tally(statuses)).toEqual({ 401: atOnce + waitingMax, 429: excess });
    expect(passwords.mostAtOnce).toBe(atOnce);
    expect((await browser.signIn("ada@shop.example")).status).toBe(200);
  });
});

describe("accepting an invitation as a new person", () => {
  const newPerson = { name: "Eve", password: PASSWORD };
  const { limit } = attemptRules.signUpFromAddress;

  it("to an archived campaign is refused without hashing, and ends after thirty tries from one address", async () => {
    const passwords = new GatedPasswords();
    const app = await appForTest({}, { passwords });
    const merchant = await aMerchant(app);
    const campaign = await aCampaign(merchant);
    const path = `/v1/campaigns/${campaign}/affiliates`;
    const invited = await merchant.call("POST", path, { body: { email: "eve@partner.example" } });
    const url = `/api/portal/invitations/${String(invited.body.invite_link).split("/").at(-1)}/accept`;
    await merchant.call("DELETE", `/v1/campaigns/${campaign}`);
    const before = passwords.calls;
    const accept = (): Promise<TestResponse> => call(app, "POST", url, { body: newPerson, from: "203.0.113.5" });
    const codes = (await together(limit, accept)).map(({ body }) => body.code as string);
    expect(tally(codes)).toEqual({ campaign_archived: limit });
    expectFailure(await accept(), [429, "too_many_attempts"]);
    expect(passwords.calls).toBe(before);
  });

  it("into an account ends after thirty tries from one address", async () => {
    const { context } = await aMerchant(app);
    const { link } = await inviteMember(context, { email: "eve@shop.example", role: "viewer" });
    const accept = (from: string, url = `${joinPath(link)}/accept`): Promise<TestResponse> =>
      call(app, "POST", url, { body: newPerson, from });
    const unknown = `/api/session/member-invitations/${"x".repeat(43)}/accept`;
    for (let tries = 0; tries < limit; tries += 1)
      expectFailure(await accept("203.0.113.5", unknown), [404, "invitation_not_found"]);
    expectFailure(await accept("203.0.113.5"), [429, "too_many_attempts"]);
    expect((await accept("198.51.100.7")).status).toBe(200);
  });
});
