import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { invitationSorts } from "tributary-sdk/words";
import type { Queryable } from "../../db/database.ts";
import type { SentApplication } from "../../domain/application.ts";
import { uuidOf, type AccountId, type CampaignId, type InvitationId } from "../../domain/ids.ts";
import type { Invitation, InvitationState } from "../../domain/invitation.ts";
import { applicationColumns, applicationOf, type ApplicationColumns } from "./applications.ts";
import { invitationColumns, invitationOf, openInvitation, type InvitationRow } from "./invitations.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";
import { campaignNameOf } from "../sort-values.ts";

export interface InvitationFilter {
  /** null: the given ID is malformed, so nothing matches. */
  readonly campaignId?: CampaignId | null | undefined;
  readonly state?: InvitationState | undefined;
  readonly now: Date;
  readonly sort?: (typeof invitationSorts)[number] | undefined;
}
export interface ListedInvitation {
  readonly invitation: Invitation;
  readonly campaignName: string;
  /** What the invited person wrote on the campaign's public page. */
  readonly application: SentApplication | null;
}

const ended = {
  accepted: raw("accepted_at is not null"),
  withdrawn: raw("accepted_at is null and withdrawn_at is not null"),
  replaced: raw("accepted_at is null and withdrawn_at is null and replaced_at is not null"),
};

/** The person applied, and nobody has sent them a link since. Lists show this as a status of its own. */
const awaitsLink = sql`${openInvitation} and exists (
  select from applications application
  where application.account_id = invitations.account_id and application.campaign_id = invitations.campaign_id
    and application.email_folded = invitations.email_folded and application.applied_at >= invitations.created_at)`;

/** Alphabetical. Expired invitations sort before open ones, because both sort by when they expire. */
const statusOrder = sql`(case when ${ended.accepted} then 0 when ${awaitsLink} then 1 when ${openInvitation} then 2
  when ${ended.replaced} then 3 else 4 end, case when ${openInvitation} then expires_at end)`;

export const invitationList: List<OfAccount, InvitationFilter, ListedInvitation> = newestFirst({
  table: "invitations",
  columns: sql`${invitationColumns}, email_folded`,
  sorts: {
    email: "email_folded",
    status: statusOrder,
    campaign: campaignNameOf("invitations"),
    created: "created_at",
    expires: "expires_at",
  },
  matches,
  complete: async (db, invitations) => {
    const rows = await db.query<InvitationRow & ApplicationColumns & { campaign_name: string }>(sql`
      select invitation.*, campaign.name as campaign_name, ${applicationColumns}
      from (${invitations}) invitation
      join campaigns campaign on campaign.account_id = invitation.account_id and campaign.id = invitation.campaign_id
      left join applications application on application.account_id = invitation.account_id
        and application.campaign_id = invitation.campaign_id and application.email_folded = invitation.email_folded
      order by invitation.position`);
    return rows.map((row) => ({
      invitation: invitationOf(row),
      campaignName: row.campaign_name,
      application: applicationOf(row),
    }));
  },
  position: ({ invitation }) => ({ at: invitation.createdAt, uuid: uuidOf(invitation.id) }),
});

export async function findInvitationById(
  db: Queryable,
  accountId: AccountId,
  id: InvitationId,
): Promise<Invitation | undefined> {
  const [row] = await db.query<InvitationRow>(sql`
    select ${invitationColumns} from invitations where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && invitationOf(row);
}

function matches({ accountId }: OfAccount, { campaignId, state, now }: InvitationFilter): Sql | undefined {
  if (campaignId === null) return undefined;
  return sql`account_id = ${uuidOf(accountId)}
    ${campaignId ? sql`and campaign_id = ${uuidOf(campaignId)}` : empty}
    ${state ? sql`and ${inState(state, now)}` : empty}`;
}

/** Checks in the same order as `invitationState`. */
function inState(state: InvitationState, now: Date): Sql {
  if (state === "open") return sql`${openInvitation} and expires_at > ${now}`;
  if (state === "expired") return sql`${openInvitation} and expires_at <= ${now}`;
  return ended[state];
}
