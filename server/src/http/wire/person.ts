import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, SECOND_FACTOR_CODE_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { plans, type User } from "../../domain/person.ts";
import { roles } from "../../domain/roles.ts";
import type { PersonDescription } from "../../usecases/people/describe-person.ts";
import { text } from "./fields.ts";

export const personName = text("name", { max: NAME_MAX });
export const newPassword = (name: string) => text(name, { min: PASSWORD_MIN, max: PASSWORD_MAX, content: "any" });
/** A password that is only compared. Its minimum length is checked only for new passwords. */
export const givenPassword = (name: string) => text(name, { max: PASSWORD_MAX, content: "any" });

/** From an authenticator app, or a recovery code. */
export const givenCode = text("code", { max: SECOND_FACTOR_CODE_MAX });

const shownTwin = z.object({ id: z.string(), name: z.string(), now: z.string() });

export const person = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), email_verified: z.boolean() }),
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(roles),
      plan: z.enum(plans),
      test_accounts: z.array(shownTwin),
    }),
  ),
  test_account: shownTwin.nullable(),
  affiliate: z.boolean(),
  payout_details: z.boolean(),
  mail_is_sent: z.boolean(),
});

const presentTwin = ({ id, name, now }: PersonDescription["twins"][number]): z.infer<typeof shownTwin> => ({
  id,
  name,
  now: now.toISOString(),
});

export const presentPerson = (
  user: User,
  { memberships, isAffiliate, hasPayoutDetails, twins, twin, mailIsSent }: PersonDescription & { mailIsSent: boolean },
): z.infer<typeof person> => ({
  user: { id: user.id, name: user.name, email: user.email, email_verified: user.emailVerifiedAt !== null },
  accounts: memberships.map(({ accountId, accountName, role, plan }) => ({
    id: accountId,
    name: accountName,
    role,
    plan,
    test_accounts: twins.filter(({ liveAccountId }) => liveAccountId === accountId).map(presentTwin),
  })),
  test_account: twin ? presentTwin(twin) : null,
  affiliate: isAffiliate,
  payout_details: hasPayoutDetails,
  mail_is_sent: mailIsSent,
});
