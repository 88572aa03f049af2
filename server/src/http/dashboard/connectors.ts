import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { CONNECTOR_SECRET_MAX, NAME_MAX } from "tributary-sdk/limits";
import { commissionBases, providerNames, receiptStates } from "tributary-sdk/words";
import { z } from "zod";
import { parseId, type ConnectorId } from "../../domain/ids.ts";
import { browseReceipts, runReceiptAgain, runReceiptsAgain } from "../../usecases/connectors/browse-receipts.ts";
import { browseUnattributed } from "../../usecases/connectors/browse-unattributed.ts";
import { changeConnector, deleteConnector } from "../../usecases/connectors/change-connector.ts";
import { rotateConnectorSecret, setConnectorSecret } from "../../usecases/connectors/connector-secrets.ts";
import { createConnector } from "../../usecases/connectors/create-connector.ts";
import { followConnector } from "../../usecases/connectors/follow-connector.ts";
import { browseConnectors, showConnector } from "../../usecases/connectors/list-connectors.ts";
import { nameCoupons } from "../../usecases/connectors/name-coupons.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import {
  connectorPulse,
  connectorRow,
  presentConnector,
  presentReceipt,
  presentShopOrder,
  receiptRow,
  shopOrderRow,
} from "../wire/connector.ts";
import { choice, optional, reference, text } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { given, searchText } from "../wire/query.ts";
import { done } from "../wire/success.ts";
import { isoOrNull } from "../wire/times.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const PASTE_MAX = 1_000_000;
/** Characters can take several bytes, and JSON escapes line breaks. */
const PASTE_BYTES_MAX = 4 * PASTE_MAX;
const MAPPED_MAX = 500;
const SITE_MAX = 300;

const name = text("name", { max: NAME_MAX });
const secret = text("secret", { max: CONNECTOR_SECRET_MAX, content: "any" });
const base = choice("commission_base", commissionBases);
const aBoolean = (field: string) => z.boolean({ error: `${field} must be true or false.` });
const mapping = z.record(z.string(), text("mapping", { min: 0, max: MAPPED_MAX, content: "any" }), {
  error: "mapping must be an object of JSON paths.",
});

const newConnector = z.object({
  provider: choice("provider", providerNames),
  name: optional(name),
  campaign_id: optional(reference("campaign_id")),
  commission_base: optional(base),
  secret: optional(secret),
  sandbox: optional(aBoolean("sandbox")),
});
const connectorPatch = z.object({
  name: optional(name),
  // null: no default campaign.
  campaign_id: reference("campaign_id").nullish(),
  commission_base: optional(base),
  payment_intents: optional(aBoolean("payment_intents")),
  sandbox: optional(aBoolean("sandbox")),
  site: optional(text("site", { max: SITE_MAX })),
  mapping: optional(mapping),
});
const secretBody = z.object({ secret });
const runBody = z.object({ state: choice("state", ["failed", "ignored", "done"]) });
const couponNames = z.object({ text: text("text", { max: PASTE_MAX, content: "any" }) });

const response = { 200: z.object({ connector: connectorRow }) };
const withSecret = { 200: z.object({ connector: connectorRow, secret: z.string().nullable() }) };
const problems = z.array(z.object({ line: z.number(), problem: z.string() }));
const named = { 200: z.object({ stored: z.number(), problems }) };
const ofReceipt = ofOne.extend({ receipt_id: reference("receipt_id") });

export const connectorRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  lists(app);

  app.get("/connectors/:id", { schema: { params: ofOne, response } }, async (request) =>
    show(merchantOf(request), idFrom("connector", request.params.id)),
  );

  const pulse = { params: ofOne, response: { 200: connectorPulse } };
  app.get("/connectors/:id/pulse", { schema: pulse }, async (request) => {
    const { lastReceivedAt, isWaiting, refused } = await followConnector(
      merchantOf(request),
      idFrom("connector", request.params.id),
    );
    return { last_received_at: isoOrNull(lastReceivedAt), is_waiting: isWaiting, refused };
  });

  const create = { params: ofAccount, body: newConnector, response: withSecret };
  app.post("/connectors", { config: ownersOnly, schema: create }, async (request) => {
    const context = merchantOf(request);
    const { campaign_id: campaign, commission_base: commissionBase, ...body } = request.body;
    const campaignId = campaign === undefined ? undefined : (parseId("campaign", campaign) ?? null);
    const made = await createConnector(context, { ...body, campaignId, commissionBase });
    return {
      ...(await show(context, made.connector.id)),
      secret: request.body.secret === undefined ? made.secret : null,
    };
  });

  const patch = { params: ofOne, body: connectorPatch, response };
  app.patch("/connectors/:id", { schema: patch }, async (request) => {
    const context = merchantOf(request);
    const { campaign_id: campaign, commission_base: commissionBase, payment_intents: paymentIntents } = request.body;
    const { id } = await changeConnector(context, {
      id: idFrom("connector", request.params.id),
      name: request.body.name,
      campaignId: typeof campaign === "string" ? (parseId("campaign", campaign) ?? "unknown") : campaign,
      commissionBase,
      paymentIntents,
      sandbox: request.body.sandbox,
      site: request.body.site,
      mapping: request.body.mapping,
    });
    return show(context, id);
  });

  const remove = { config: ownersOnly, schema: { params: ofOne, response: { 200: done } } };
  app.delete("/connectors/:id", remove, async (request) => {
    await deleteConnector(merchantOf(request), idFrom("connector", request.params.id));
    return { success: true as const };
  });

  const set = { config: ownersOnly, schema: { params: ofOne, body: secretBody, response } };
  app.post("/connectors/:id/secret", set, async (request) => {
    const context = merchantOf(request);
    const id = idFrom("connector", request.params.id);
    await setConnectorSecret(context, { id, secret: request.body.secret });
    return show(context, id);
  });

  const rotate = { config: ownersOnly, schema: { params: ofOne, response: withSecret } };
  app.post("/connectors/:id/rotate", rotate, async (request) => {
    const context = merchantOf(request);
    const rotated = await rotateConnectorSecret(context, idFrom("connector", request.params.id));
    return { ...(await show(context, rotated.connector.id)), secret: rotated.secret };
  });

  app.post(
    "/connectors/:id/receipts/:receipt_id/run",
    { schema: { params: ofReceipt, response: { 200: done } } },
    async (request) => {
      const { id: connector, receipt_id: receipt } = request.params;
      const ids = { connectorId: idFrom("connector", connector), id: idFrom("receipt", receipt) };
      await runReceiptAgain(merchantOf(request), ids);
      return { success: true as const };
    },
  );

  const runAll = { params: ofOne, body: runBody, response: { 200: z.object({ receipts: z.number() }) } };
  app.post("/connectors/:id/receipts/run", { schema: runAll }, async (request) => {
    const connectorId = idFrom("connector", request.params.id);
    return { receipts: await runReceiptsAgain(merchantOf(request), { connectorId, state: request.body.state }) };
  });

  const names = { params: ofOne, body: couponNames, response: named };
  app.post("/connectors/:id/coupon-names", { bodyLimit: PASTE_BYTES_MAX, schema: names }, async (request) => {
    const id = idFrom("connector", request.params.id);
    const { stored, problems: found } = await nameCoupons(merchantOf(request), { id, text: request.body.text });
    return { stored, problems: found.map((each) => ({ ...each })) };
  });
  ready();
};

const show = async (context: MerchantContext, id: ConnectorId) => ({
  connector: presentConnector(await showConnector(context, id)),
});

function lists(app: Parameters<FastifyPluginCallbackZod>[0]): void {
  listRoutes(app, {
    path: "connectors",
    key: "connectors",
    query: {},
    filterOf: () => ({}),
    listing: browseConnectors,
    wire: connectorRow,
    present: presentConnector,
    columns: [
      "id",
      "provider",
      "name",
      "url",
      "commission_base",
      "created_at",
      "last_received_at",
      ["orders_attributed", (row) => row.orders.attributed],
      ["orders_unattributed", (row) => row.orders.unattributed],
    ],
  });
  listRoutes(app, {
    path: "connectors/:id/receipts",
    key: "receipts",
    query: { state: given(choice("state", receiptStates)) },
    filterOf: ({ state }, request) => ({
      connectorId: idFrom("connector", (request.params as { id: string }).id),
      state,
    }),
    listing: browseReceipts,
    wire: receiptRow,
    present: presentReceipt,
    columns: [
      "id",
      "topic",
      "state",
      "received_at",
      "worked_at",
      "attempts",
      ["order_id", (row) => row.outcome.order_id],
      ["conversion_id", (row) => row.outcome.conversion_id],
      ["reason", (row) => row.outcome.reason],
      ["problem", (row) => row.outcome.problem],
    ],
  });
  listRoutes(app, {
    path: "unattributed-orders",
    key: "orders",
    query: { search: given(searchText) },
    filterOf: ({ search }) => ({ search }),
    listing: browseUnattributed,
    wire: shopOrderRow,
    present: presentShopOrder,
    columns: ["id", "external_id", "source", "amount", "currency", "paid_at", "reason"],
  });
}
