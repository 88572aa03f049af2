import { z } from "zod";
import { plans, type Session, type User } from "../../domain/person.ts";
import { roles } from "../../domain/roles.ts";
import type { PersonDescription } from "../../usecases/people/describe-person.ts";
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "tributary-sdk/limits";
import { emailAddress, reference, text } from "../wire/fields.ts";

export const personName = text("name", { max: NAME_MAX });
export const newPassword = (name: string) => text(name, { min: PASSWORD_MIN, max: PASSWORD_MAX, content: "any" });
/** A password that is only compared: how long it must be is for new ones to say. */
export const givenPassword = (name: string) => text(name, { max: PASSWORD_MAX, content: "any" });

const CODE_MAX = 40;
/** Of a device or a recovery code: of whichever form, it is right or wrong. */
export const givenCode = text("code", { max: CODE_MAX });

export const signUpBody = z.object({
  name: personName,
  email: emailAddress("email"),
  password: newPassword("password"),
});
export const signInBody = z.object({ email: emailAddress("email"), password: givenPassword("password") });
export const passwordBody = z.object({
  current_password: givenPassword("current_password"),
  new_password: newPassword("new_password"),
});

export const done = z.object({ success: z.literal(true) });

export const personAnswer = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), email_verified: z.boolean() }),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(roles), plan: z.enum(plans) })),
  affiliate: z.boolean(),
  mail_is_sent: z.boolean(),
});

export const personAnswerOf = (
  user: User,
  { memberships, isAffiliate, mailIsSent }: PersonDescription & { mailIsSent: boolean },
): z.infer<typeof personAnswer> => ({
  user: { id: user.id, name: user.name, email: user.email, email_verified: user.emailVerifiedAt !== null },
  accounts: memberships.map(({ accountId, accountName, role, plan }) => ({
    id: accountId,
    name: accountName,
    role,
    plan,
  })),
  affiliate: isAffiliate,
  mail_is_sent: mailIsSent,
});

/** The password was right, and a code is asked for. */
const secondStepAnswer = z.object({ second_factor: z.object({ token: z.string(), expires_at: z.string() }) });
export const signInAnswer = z.union([personAnswer, secondStepAnswer]);

export const secondStepAnswerOf = (pending: { token: string; expiresAt: Date }): z.infer<typeof secondStepAnswer> => ({
  second_factor: { token: pending.token, expires_at: pending.expiresAt.toISOString() },
});

/** A code is on its way to the address. */
const awaitedCodeAnswer = z.object({ verification: z.object({ token: z.string(), expires_at: z.string() }) });
export const signUpAnswer = z.union([personAnswer, awaitedCodeAnswer]);

export const awaitedCodeAnswerOf = (awaited: {
  token: string;
  expiresAt: Date;
}): z.infer<typeof awaitedCodeAnswer> => ({
  verification: { token: awaited.token, expires_at: awaited.expiresAt.toISOString() },
});

export const confirmSignUpBody = z.object({ token: reference("token"), code: givenCode });

export const secondStepBody = z.object({ token: reference("token"), code: givenCode });

export const sessionsAnswer = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      seen_at: z.string(),
      expires_at: z.string(),
      user_agent: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
});

export const sessionsAnswerOf = (sessions: readonly Session[], current: Session): z.infer<typeof sessionsAnswer> => ({
  sessions: sessions.map((session) => ({
    id: session.id,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    user_agent: session.userAgent,
    current: session.id === current.id,
  })),
});
