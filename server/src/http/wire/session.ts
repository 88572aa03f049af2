import { z } from "zod";
import type { Session } from "../../domain/person.ts";
import { emailAddress, reference } from "./fields.ts";
import { givenCode, givenPassword, newPassword, person, personName } from "./person.ts";

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

/** The password was right, and a code is asked for. */
const secondStep = z.object({ second_factor: z.object({ token: z.string(), expires_at: z.string() }) });
export const signInAnswer = z.union([person, secondStep]);

export const presentSecondStep = (pending: { token: string; expiresAt: Date }): z.infer<typeof secondStep> => ({
  second_factor: { token: pending.token, expires_at: pending.expiresAt.toISOString() },
});

/** A code is on its way to the address. */
const awaitedCode = z.object({ verification: z.object({ token: z.string(), expires_at: z.string() }) });
export const signUpAnswer = z.union([person, awaitedCode]);

export const presentAwaitedCode = (awaited: { token: string; expiresAt: Date }): z.infer<typeof awaitedCode> => ({
  verification: { token: awaited.token, expires_at: awaited.expiresAt.toISOString() },
});

export const confirmSignUpBody = z.object({ token: reference("token"), code: givenCode });

export const secondStepBody = z.object({ token: reference("token"), code: givenCode });

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

/** In the file with all data of a person. */
export const presentExportedSession = (session: Session) => ({
  created_at: session.createdAt.toISOString(),
  seen_at: session.seenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  user_agent: session.userAgent,
});
