import { describe, expect, test } from "vitest";
import { invitationMailRules, mailboxOf } from "../../src/domain/mail-limit.ts";
import { isSwitchable, mailRetryAt } from "../../src/domain/mail.ts";
import { later, NOON } from "./samples.ts";

describe("an email", () => {
  test.each([
    [1, 60],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 43_200],
  ])("that failed %d times is retried after %d seconds", (failures, seconds) => {
    expect(mailRetryAt(failures, NOON)).toEqual(later(NOON, seconds * 1000));
  });

  test("is dropped after the sixth failure", () => {
    expect(mailRetryAt(6, NOON)).toBeUndefined();
  });

  test("can be unsubscribed from unless it is about security", () => {
    const kinds = [
      "invitation",
      "approval",
      "claim_answered",
      "payout_reminder",
      "password_reset",
      "payout_details_changed",
    ] as const;
    expect(kinds.filter(isSwitchable)).toEqual(["invitation", "approval", "claim_answered", "payout_reminder"]);
  });
});

describe("the limit of invitations", () => {
  test.each([
    ["Ada@Shop.Example", "ada@shop.example"],
    ["ada+news@shop.example", "ada@shop.example"],
    ["ada+a+b@shop.example", "ada@shop.example"],
    ["ada+@shop.example", "ada@shop.example"],
    ["ada@shop+news.example", "ada@shop+news.example"],
    ["ａda@shop.example", "ada@shop.example"],
  ])("counts %s as %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  test("is reported in a fixed order: the invitation's own, the account's, the recipient's, each per day", () => {
    expect(Object.entries(invitationMailRules).map(([name, rule]) => [name, rule.limit, rule.windowMs])).toEqual([
      ["already_mailed", 1, 86_400_000],
      ["account_limit", 200, 86_400_000],
      ["recipient_limit", 3, 86_400_000],
    ]);
  });
});
