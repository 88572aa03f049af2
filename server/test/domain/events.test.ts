import { describe, expect, test } from "vitest";
import {
  affiliateApprovedData,
  affiliateJoinedData,
  conversionData,
  eventBody,
  eventTypes,
  payoutCreatedData,
  scrubbedBody,
  webhookTestData,
} from "../../src/domain/events.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aConversion, anAffiliation, aPayout, later, money, NOON, uuid } from "./samples.ts";

const person = { email: "Ada@Partner.example", name: "Ada" };

test("there are the contract's six types, and one for adjusted conversions", () => {
  expect([...eventTypes].toSorted()).toEqual([
    "affiliate.approved",
    "affiliate.joined",
    "conversion.adjusted",
    "conversion.approved",
    "conversion.created",
    "conversion.rejected",
    "payout.created",
  ]);
});

test("the envelope has ID, type, time in whole seconds, mode and data, in one line of JSON", () => {
  const id = idOf("event", uuid(8));
  const body = eventBody({
    id,
    type: "conversion.created",
    createdAt: later(NOON, 999),
    livemode: true,
    data: { amount: 1.5 },
  });
  expect(body).toBe(
    `{"id":"${id}","type":"conversion.created","created":1772366400,"livemode":true,"data":{"amount":1.5}}`,
  );
});

describe("a conversion's data", () => {
  const fields = {
    id: aConversion.id,
    campaign_id: aConversion.campaignId,
    affiliate_id: aConversion.affiliateId,
    amount: 123.45,
    commission: 12.35,
    external_id: "order-1",
  };
  test("of a new one has exactly the contract's seven fields", () => {
    expect(conversionData(aConversion)).toEqual({ ...fields, status: "pending" });
  });
  test("of an approved one adds a reason that is null", () => {
    const approved = { ...aConversion, status: "approved" as const, approvedAt: NOON };
    expect(conversionData(approved)).toEqual({ ...fields, status: "approved", reason: null });
  });
  test.each([["returned"], [null]])("of a rejected one adds its reason: %s", (rejectionReason) => {
    const rejected = { ...aConversion, status: "rejected" as const, rejectedAt: NOON, rejectionReason };
    expect(conversionData(rejected)).toEqual({ ...fields, status: "rejected", reason: rejectionReason });
  });
  test("has each amount in its own currency's decimals", () => {
    const data = conversionData({ ...aConversion, amount: money(500, "JPY"), commission: money(1_235, "KWD") });
    expect(data).toMatchObject({ amount: 500, commission: 1.235 });
  });
});

describe("an affiliate's data", () => {
  const fields = {
    affiliation_id: anAffiliation.id,
    affiliate_id: anAffiliation.affiliateId,
    campaign_id: anAffiliation.campaignId,
    affiliate_email: "Ada@Partner.example",
    affiliate_name: "Ada",
  };
  test.each(["active", "pending"] as const)("on joining has the real status: %s", (status) => {
    expect(affiliateJoinedData({ ...anAffiliation, status }, person)).toEqual({ ...fields, status });
  });
  test("on approval adds the code and the time", () => {
    expect(affiliateApprovedData({ ...anAffiliation, approvedAt: NOON }, person)).toEqual({
      ...fields,
      status: "active",
      affiliate_code: "k7m2p9x4wd",
      approved_at: "2026-03-01T12:00:00.000Z",
    });
  });
});

test("an affiliate who was never approved has no approval time", () => {
  expect(affiliateApprovedData(anAffiliation, person)).toMatchObject({ approved_at: null });
});

test("a payout's data has the amount in major units", () => {
  const { id, affiliateId } = aPayout;
  const announced = { id, affiliateId, amount: money(10_050), conversionCount: 9, createdAt: NOON };
  expect(payoutCreatedData(announced, person)).toEqual({
    payout_id: id,
    affiliate_id: affiliateId,
    affiliate_email: "Ada@Partner.example",
    affiliate_name: "Ada",
    amount: 100.5,
    currency: "EUR",
    status: "created",
    conversion_count: 9,
    created_at: "2026-03-01T12:00:00.000Z",
  });
});

test("a test event names its endpoint", () => {
  const endpointId = idOf("endpoint", uuid(8));
  expect(webhookTestData(endpointId)).toMatchObject({ endpoint_id: endpointId, message: expect.any(String) as string });
});

test("an erased person's events keep everything but their personal data", () => {
  const event = { id: idOf("event", uuid(9)), type: "affiliate.joined", createdAt: NOON, livemode: true };
  const data = affiliateJoinedData(anAffiliation, person);
  expect(JSON.parse(scrubbedBody(eventBody({ ...event, data })))).toEqual({
    ...(JSON.parse(eventBody({ ...event, data })) as object),
    data: { ...data, affiliate_email: "erased@erased.invalid", affiliate_name: "Erased" },
  });
  const without = eventBody({ ...event, type: "conversion.created", data: conversionData(aConversion) });
  expect(scrubbedBody(without)).toBe(without);
});
