import type { Role, Plan } from "../words.ts";

export type { Role, Plan } from "../words.ts";

/** GET /api/session · answer of POST /api/session, /api/session/code and /api/session/signup. 401 `not_signed_in` when nobody is. */
export interface PersonAnswer {
  user: { id: string; name: string; email: string; email_verified: boolean };
  /** The accounts of which the person is a member, oldest first. */
  accounts: { id: string; name: string; role: Role; plan: Plan }[];
  /** True: the affiliates' portal is open to them. */
  affiliate: boolean;
  /** Whether this service sends email. */
  mail_is_sent: boolean;
}

/** POST /api/session → SignInAnswer. 401 `wrong_credentials`, 429 `too_many_attempts`, `passwords_busy`. DELETE /api/session → Done. */
export interface SignInBody {
  email: string;
  password: string;
}

/** The password was right, and the person has a second factor: nobody is signed in yet. */
export interface SecondStepAnswer {
  second_factor: { token: string; expires_at: string };
}
export type SignInAnswer = PersonAnswer | SecondStepAnswer;

/** POST /api/session/code → PersonAnswer. 400 `wrong_second_factor`, 401 `sign_in_expired`, 429 `too_many_attempts`. */
export interface SecondStepBody {
  token: string;
  /** Of the person's device, or a recovery code. */
  code: string;
}

/** GET /api/session/second-factor. */
export interface SecondFactorAnswer {
  /** Null: it is off. */
  since: string | null;
  recovery_codes_left: number;
}

/** POST /api/session/second-factor/setup → SetUpAnswer. 400 `wrong_password`, `second_factor_on`. */
export interface SetUpBody {
  password: string;
}
/** Shown once. It guards nothing until a code confirms it, within a quarter of an hour. */
export interface SetUpAnswer {
  secret: string;
  otpauth_url: string;
}

/** POST /api/session/second-factor/confirm → RecoveryCodesAnswer. 400 `wrong_second_factor`, `set_up_expired`. Other sessions end. */
export interface ConfirmSetUpBody {
  code: string;
}
/** Shown once; each code works once. */
export interface RecoveryCodesAnswer {
  recovery_codes: string[];
}

/**
 * POST /api/session/second-factor/recovery-codes → RecoveryCodesAnswer · DELETE /api/session/second-factor → Done.
 * 400 `wrong_password`, `wrong_second_factor`, `second_factor_off`.
 */
export interface BothProofsBody {
  password: string;
  code: string;
}

/**
 * POST /api/session/signup → SignUpStepAnswer. 403 `signup_closed`, 400 `weak_password`, 429 `too_many_attempts`,
 * `passwords_busy`; without a mail server also 400 `email_taken`.
 */
export interface SignUpBody {
  name: string;
  email: string;
  /** 8 to 200 characters. */
  password: string;
}

/**
 * With a mail server and open sign-up: a code is on its way to the address, and nobody is signed in yet. The response is the
 * same for an address that has an account, whose owner gets an email that says so.
 */
export interface AwaitedCodeAnswer {
  verification: { token: string; expires_at: string };
}
export type SignUpStepAnswer = PersonAnswer | AwaitedCodeAnswer;

/** POST /api/session/signup/confirm → PersonAnswer. 400 `wrong_code`, `email_taken`, 429 `too_many_attempts`. */
export interface ConfirmSignUpBody {
  token: string;
  /** From the email. Spaces do not matter. */
  code: string;
}

/** GET /api/session/signup, for strangers too. */
export interface SignUpAnswer {
  open: boolean;
}

/** GET /api/session/list. DELETE /api/session/list/:session_id → Done. */
export interface SessionsAnswer {
  sessions: {
    id: string;
    created_at: string;
    seen_at: string;
    expires_at: string;
    user_agent: string | null;
    /** The one that asks. */
    current: boolean;
  }[];
}

/** POST /api/session/password → Done. 400 `wrong_password`, `weak_password`. All other sessions end. */
export interface PasswordBody {
  current_password: string;
  new_password: string;
}

/**
 * POST /api/session/reset → Done, the same whether there is such a person or not, and whether a mail is sent or there were
 * five in the last hour. 403 `mail_off` where no mail is sent: then
 * whoever runs the service makes a new password.
 */
export interface AskResetBody {
  email: string;
}
/** POST /api/session/reset/:token → Done. 410 `reset_gone`, 400 `weak_password`. All sessions and the second factor end, and the address counts as verified. */
export interface ResetBody {
  /** 8 to 200 characters. */
  password: string;
}

/** POST /api/session/verification sends a code to the person's address → Done. 403 `mail_off`, 400 `email_already_verified`. */
/** POST /api/session/verification/confirm → Done. 400 `wrong_code`, also for one that is an hour old. */
export interface VerificationBody {
  /** Eight digits. */
  code: string;
}
