import { open, type OpenRow } from "./open-rows.ts";

const walled = open("Does not exist for live keys. test-mode/walls.test.ts tries IDs of others with test keys.");

/** The routes of test mode. */
export const testModeRows: Readonly<Record<string, OpenRow>> = {
  "GET /v1/test/clock": walled,
  "GET /v1/test/events": walled,
  "POST /v1/test/clock": walled,
  "POST /v1/test/affiliates": walled,
  "POST /v1/test/clicks": walled,
  "POST /v1/test/conversions/:id/approve": walled,
  "POST /v1/test/payouts": walled,
  "PATCH /v1/test/campaigns/:id": walled,
  "POST /v1/test/webhook-endpoints": walled,
  "POST /v1/test/receipts/:provider": walled,
  "POST /v1/test/accounts": walled,
  "GET /v1/test/accounts": walled,
  "DELETE /v1/test/accounts/:id": walled,
  "POST /v1/test/reset": walled,
};
