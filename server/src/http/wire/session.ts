import { NAME_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import type { Session } from "../../domain/person.ts";
import { emailAddress, optional, reference, text } from "./fields.ts";
import { givenCode, givenPassword, newPassword, person, personName } from "./person.ts";

export const signUpBody = z.object({
  name: personName,
  person_name: optional(text("person_name", { max: NAME_MAX })),
  email: emailAddress("email"),
  password: newPassword("password"),
});
export const signUpState = z.object({ open: z.boolean(), first: z.boolean(), mail_is_sent: z.boolean() });
export const signInBody = z.object({ email: emailAddress("email"), password: givenPassword("password") });
export const nameBody = z.object({ name: personName });
export const passwordBody = z.object({
  current_password: givenPassword("current_password"),
  new_password: newPassword("new_password"),
});

/** The next step needs a code, from an authenticator app or from an email. */
export const pending = z.object({ token: z.string(), expires_at: z.string() });
export const codeBody = z.object({ token: reference("token"), code: givenCode });

export const presentPending = ({ token, expiresAt }: { token: string; expiresAt: Date }): z.infer<typeof pending> => ({
  token,
  expires_at: expiresAt.toISOString(),
});

export const signInResponse = z.union([person, z.object({ second_factor: pending })]);
export const signUpResponse = z.union([person, z.object({ verification: pending })]);

export const sessions = z.object({
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

export const presentSessions = (own: readonly Session[], current: Session): z.infer<typeof sessions> => ({
  sessions: own.map((session) => ({
    id: session.id,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    user_agent: session.userAgent,
    current: session.id === current.id,
  })),
});

/** For the personal data export. */
export const presentExportedSession = (session: Session) => ({
  created_at: session.createdAt.toISOString(),
  seen_at: session.seenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  user_agent: session.userAgent,
});
