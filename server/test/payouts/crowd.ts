import sql from "sql-template-tag";
import { idOf, uuidOf, type UserId } from "../../src/domain/ids.ts";
import { random } from "../../src/system/random.ts";
import { giveDetails, theirIban, type Paid, type Till } from "./till.ts";

/** Many affiliates in the till's campaign, inserted directly because inviting each would take too long. */
export async function aCrowd({ app, merchant, campaignId }: Till, size: number): Promise<Paid[]> {
  const at = app.clock.now();
  const people = Array.from({ length: size }, (_, number) => ({
    user: random.uuid(at),
    affiliate: random.uuid(at),
    affiliation: random.uuid(at),
    code: random.affiliateCode(),
    email: `crowd${random.affiliateCode()}@partner.example`,
    name: `Person ${String(number).padStart(4, "0")}`,
  }));
  const of = <Field extends keyof (typeof people)[number]>(field: Field) => people.map((person) => person[field]);
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into users (id, email, email_folded, name, password_hash, created_at)
      select id, email, email, name, '', ${at} from unnest(${of("user")}::uuid[], ${of("email")}::text[], ${of("name")}::text[])
        person (id, email, name)`);
    await tx.query(sql`
      insert into affiliates (id, account_id, user_id, created_at)
      select id, ${uuidOf(merchant.accountId)}, user_id, ${at}
      from unnest(${of("affiliate")}::uuid[], ${of("user")}::uuid[]) affiliate (id, user_id)`);
    await tx.query(sql`
      insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
      select id, ${uuidOf(merchant.accountId)}, ${uuidOf(campaignId)}, affiliate_id, code, 'active', ${at}
      from unnest(${of("affiliation")}::uuid[], ${of("affiliate")}::uuid[], ${of("code")}::text[])
        affiliation (id, affiliate_id, code)`);
  });
  const crowd = people.map((person) => ({
    id: idOf("affiliate", person.affiliate),
    affiliateId: idOf("affiliate", person.affiliate),
    affiliationId: idOf("affiliation", person.affiliation),
    userId: idOf("user", person.user) as UserId,
    code: person.code,
    email: person.email,
    cookie: "",
  }));
  for (const [number, { userId }] of crowd.entries()) await giveDetails(app, userId, theirIban(`Person ${number}`));
  return crowd;
}
