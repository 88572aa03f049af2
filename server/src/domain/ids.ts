/**
 * IDs are a prefix and 26 characters of Crockford base32 that encode a UUID: `conv_01j…`. The database stores the UUID.
 */
export const idPrefixes = {
  account: "acc",
  user: "usr",
  session: "ses",
  campaign: "cmp",
  affiliate: "aff",
  affiliation: "afn",
  group: "grp",
  plan: "pln",
  coupon: "cpn",
  invitation: "inv",
  member_invitation: "minv",
  click: "clk",
  conversion: "conv",
  payout: "po",
  batch: "bat",
  claw_back: "clb",
  order: "ord",
  refund: "rfd",
  transfer: "trf",
  event: "evt",
  key: "key",
  endpoint: "whe",
  delivery: "dlv",
  claim: "clm",
  audit_entry: "aud",
  connector: "con",
  receipt: "rcp",
} as const;
export type IdKind = keyof typeof idPrefixes;
const idKinds = Object.keys(idPrefixes) as IdKind[];
export type Id<Kind extends IdKind> = `${(typeof idPrefixes)[Kind]}_${string}`;

export type AccountId = Id<"account">;
export type UserId = Id<"user">;
export type SessionId = Id<"session">;
export type CampaignId = Id<"campaign">;
export type AffiliateId = Id<"affiliate">;
export type AffiliationId = Id<"affiliation">;
export type GroupId = Id<"group">;
export type PlanId = Id<"plan">;
export type CouponId = Id<"coupon">;
export type InvitationId = Id<"invitation">;
export type MemberInvitationId = Id<"member_invitation">;
export type ClickId = Id<"click">;
export type ConversionId = Id<"conversion">;
export type PayoutId = Id<"payout">;
export type BatchId = Id<"batch">;
export type ClawBackId = Id<"claw_back">;
export type OrderId = Id<"order">;
export type RefundId = Id<"refund">;
export type EventId = Id<"event">;
export type KeyId = Id<"key">;
export type EndpointId = Id<"endpoint">;
export type DeliveryId = Id<"delivery">;
export type ClaimId = Id<"claim">;
export type AuditEntryId = Id<"audit_entry">;
export type ConnectorId = Id<"connector">;
export type ReceiptId = Id<"receipt">;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;
const HEX = "0123456789abcdef";
const DASH = "-".charCodeAt(0);
const CODES = codesOf(ALPHABET);
const HEX_CODES = codesOf(HEX);
const VALUES = valuesOf(CODES);
const HEX_VALUES = valuesOf(HEX_CODES);
/** Reused buffers of character codes. Every call overwrites all but the dashes. */
const idCodes = codesOf("0".repeat(LENGTH));
const uuidCodes = codesOf("00000000-0000-0000-0000-000000000000");

/** The last one of each kind: on a page of rows, most accounts and campaigns repeat. */
const latest: Partial<Record<IdKind, { readonly uuid: string; readonly id: string }>> = {};

export function idOf<Kind extends IdKind>(kind: Kind, uuid: string): Id<Kind> {
  const known = latest[kind];
  if (known?.uuid === uuid) return known.id as Id<Kind>;
  const id = `${idPrefixes[kind]}_${encode(uuid)}`;
  latest[kind] = { uuid, id };
  return id as Id<Kind>;
}

/** The UUID inside an ID. */
export function uuidOf(id: Id<IdKind>): string {
  const uuid = decode(id.slice(id.indexOf("_") + 1));
  if (uuid === undefined) throw new Error("Not one of our IDs. Parse external input with parseId.");
  return uuid;
}

export const bytesOfUuid = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** Parses external input. A malformed ID is treated like an unknown one. */
export function parseId<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  if (!text.startsWith(prefix) || decode(text.slice(prefix.length)) === undefined) return undefined;
  return text as Id<Kind>;
}

export function kindOfId(id: Id<IdKind>): IdKind {
  const prefix = id.slice(0, id.indexOf("_"));
  const kind = idKinds.find((each) => idPrefixes[each] === prefix);
  if (!kind) throw new Error("Not one of our IDs. Parse external input with parseAnyId.");
  return kind;
}

/** Parses an ID of any kind. */
export function parseAnyId(text: string): Id<IdKind> | undefined {
  for (const kind of idKinds) {
    const id = parseId(kind, text);
    if (id) return id;
  }
  return undefined;
}

/**
 * 26 characters hold 130 bits, so the first one encodes only three. These functions run several times per row, so they
 * build each string in one step: appending characters one by one is slower.
 */
function encode(uuid: string): string {
  if (uuid.length !== uuidCodes.length) throw new Error("Not a UUID.");
  let held = 0;
  let bits = 2;
  let at = 0;
  for (let index = 0; index < uuid.length; index += 1) {
    const code = uuid.charCodeAt(index);
    const digit = HEX_VALUES[code];
    if ((code === DASH) !== (uuidCodes[index] === DASH) || (digit === undefined && code !== DASH))
      throw new Error("Not a UUID.");
    if (digit === undefined) continue;
    held = (held << 4) | digit;
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    idCodes[at++] = CODES[held >> bits] ?? 0;
    held &= (1 << bits) - 1;
  }
  return String.fromCharCode.apply(null, idCodes);
}

function decode(text: string): string | undefined {
  if (text.length !== LENGTH) return undefined;
  let held = 0;
  let bits = -2;
  let at = 0;
  for (let index = 0; index < LENGTH; index += 1) {
    const value = VALUES[text.charCodeAt(index)];
    if (value === undefined || (index === 0 && value > 7)) return undefined;
    held = (held << 5) | value;
    bits += 5;
    while (bits >= 4) {
      bits -= 4;
      if (uuidCodes[at] === DASH) at += 1;
      uuidCodes[at++] = HEX_CODES[held >> bits] ?? 0;
      held &= (1 << bits) - 1;
    }
  }
  return String.fromCharCode.apply(null, uuidCodes);
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** The value of each character, indexed by its code. */
function valuesOf(codes: readonly number[]): readonly (number | undefined)[] {
  const values: (number | undefined)[] = [];
  for (const [value, code] of codes.entries()) values[code] = value;
  return values;
}

/** Where the UUIDs of that time begin: they start with their time in milliseconds. */
export function firstUuidAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
