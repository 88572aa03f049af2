import { describe, expect, test } from "vitest";
import { idOf } from "../../src/domain/ids.ts";
import {
  foldEmail,
  invitationExpiry,
  invitationRefusal,
  invitationState,
  type Invitation,
} from "../../src/domain/invitation.ts";
import { aCampaign, later, NOON, uuid } from "./samples.ts";

const open: Invitation = {
  id: idOf("invitation", uuid(1)),
  accountId: aCampaign.accountId,
  campaignId: aCampaign.id,
  email: "Ada@Partner.example",
  createdAt: NOON,
  expiresAt: invitationExpiry(NOON),
  acceptedAt: null,
  replacedAt: null,
  withdrawnAt: null,
};
const end = open.expiresAt;
const flags = [false, true];

describe("an invitation", () => {
  test("is valid for seven days, until the last millisecond", () => {
    expect(end.toISOString()).toBe("2026-03-08T12:00:00.000Z");
    expect(invitationRefusal(open, later(end, -1))).toBeUndefined();
    expect(invitationRefusal(open, end)).toBe("invitation_expired");
    expect([invitationState(open, later(end, -1)), invitationState(open, end)]).toEqual(["open", "expired"]);
  });

  // Accepted comes first, then the merchant's actions, then expiry: if several apply, the most informative one is
  // shown.
  test.each(
    flags.flatMap((accepted) =>
      flags.flatMap((withdrawn) =>
        flags.flatMap((replaced) => flags.map((expired) => ({ accepted, withdrawn, replaced, expired }))),
      ),
    ),
  )("accepted $accepted, withdrawn $withdrawn, replaced $replaced, expired $expired", (state) => {
    const invitation = {
      ...open,
      acceptedAt: state.accepted ? NOON : null,
      withdrawnAt: state.withdrawn ? NOON : null,
      replacedAt: state.replaced ? NOON : null,
    };
    const order = ["accepted", "withdrawn", "replaced", "expired"] as const;
    const reason = order.find((name) => state[name]);
    const codes = { accepted: "used", withdrawn: "withdrawn", replaced: "replaced", expired: "expired" };
    expect(invitationRefusal(invitation, state.expired ? end : NOON)).toBe(reason && `invitation_${codes[reason]}`);
  });
});

test.each([
  ["Ada@Partner.Example", "ada@partner.example"],
  ["ÄDA@partner.example", "äda@partner.example"],
  ["a\u0308da@partner.example", "äda@partner.example"],
  ["ａｄａ@partner.example", "ada@partner.example"],
])("%s and %s are the same person's address", (one, other) => {
  expect(foldEmail(one)).toBe(foldEmail(other));
});

test("addresses that differ in more than form stay distinct", () => {
  expect(foldEmail("ada@partner.example")).not.toBe(foldEmail("äda@partner.example"));
  expect(foldEmail("a.da@partner.example")).not.toBe(foldEmail("ada@partner.example"));
});
