import type { Role, Plan } from "../words.ts";
import type { TestAccountTime } from "./test-mode.ts";

export type { Role, Plan } from "../words.ts";

/**
 * GET /api/session · response of POST /api/session, /api/session/code and /api/session/signup. 401 `not_signed_in`
 * without a session.
 */
export interface PersonResponse {
  user: { id: string; name: string; email: string; email_verified: boolean };
  /** The accounts that the person is a member of, oldest first. */
  accounts: { id: string; name: string; role: Role; plan: Plan; test_accounts: TestAccountTime[] }[];
  /** Of a test person: their test account. */
  test_account: TestAccountTime | null;
  /** True: the person can use the affiliate portal. */
  affiliate: boolean;
  /** Whether the person has added payout details. */
  payout_details: boolean;
  /** Whether this service sends email. */
  mail_is_sent: boolean;
}

/** POST /api/session → SignInResponse. 401 `wrong_credentials`, 429 `too_many_attempts`, `passwords_busy`. DELETE /api/session → Done. */
export interface SignInBody {
  email: string;
  password: string;
}

/** The password was correct, but the person uses two-factor authentication and is not signed in yet. */
export interface SecondStepResponse {
  second_factor: { token: string; expires_at: string };
}
export type SignInResponse = PersonResponse | SecondStepResponse;

/** POST /api/session/code → PersonResponse. 400 `wrong_second_factor`, 401 `sign_in_expired`, 429 `too_many_attempts`. */
export interface SecondStepBody {
  token: string;
  /** From the authenticator app, or a recovery code. */
  code: string;
}

/** GET /api/session/second-factor. */
export interface SecondFactorResponse {
  /** null: it is off. */
  since: string | null;
  recovery_codes_left: number;
}

/** POST /api/session/second-factor/setup → SetUpResponse. 400 `wrong_password`, `second_factor_on`. */
export interface SetUpBody {
  password: string;
}
/** Shown once. It takes effect only after a code confirms it, within 15 minutes. */
export interface SetUpResponse {
  secret: string;
  otpauth_url: string;
}

/** POST /api/session/second-factor/confirm → RecoveryCodesResponse. 400 `wrong_second_factor`, `set_up_expired`. Other sessions end. */
export interface ConfirmSetUpBody {
  code: string;
}
/** Shown once; each code works once. */
export interface RecoveryCodesResponse {
  recovery_codes: string[];
}

/**
 * POST /api/session/second-factor/recovery-codes → RecoveryCodesResponse · DELETE /api/session/second-factor → Done.
 * 400 `wrong_password`, `wrong_second_factor`, `second_factor_off`.
 */
export interface BothProofsBody {
  password: string;
  code: string;
}

/**
 * POST /api/session/signup → SignUpStepResponse. 403 `signup_closed`, 400 `weak_password`, 429 `too_many_attempts`,
 * `passwords_busy`; without a mail server also 400 `email_taken`.
 */
export interface SignUpBody {
  /** The company's name. */
  name: string;
  /** The person's name. Default: the company's name. */
  person_name?: string;
  email: string;
  /** 8 to 200 characters. */
  password: string;
}

/**
 * With a mail server and open sign-up: a code was sent to the address, and the person is not signed in yet. The
 * response is the same for an address that already has an account; its owner gets an email that says so.
 */
export interface AwaitedCodeResponse {
  verification: { token: string; expires_at: string };
}
export type SignUpStepResponse = PersonResponse | AwaitedCodeResponse;

/** POST /api/session/signup/confirm → PersonResponse. 400 `wrong_code`, `email_taken`, 429 `too_many_attempts`. */
export interface ConfirmSignUpBody {
  token: string;
  /** From the email. Spaces are ignored. */
  code: string;
}

/** GET /api/session/signup, with or without a session. */
export interface SignUpResponse {
  open: boolean;
  /** Nobody has signed up yet. */
  first: boolean;
  /** Without email, a forgotten password can't be reset on the page. */
  mail_is_sent: boolean;
}

/** PUT /api/session/name → PersonResponse */
export interface NameBody {
  name: string;
}

/** GET /api/session/list. DELETE /api/session/list/:session_id → Done. */
export interface SessionsResponse {
  sessions: {
    id: string;
    created_at: string;
    seen_at: string;
    expires_at: string;
    user_agent: string | null;
    /** Whether it is the current session. */
    current: boolean;
  }[];
}

/** POST /api/session/password → Done. 400 `wrong_password`, `weak_password`. All other sessions end. */
export interface PasswordBody {
  current_password: string;
  new_password: string;
}

/**
 * POST /api/session/reset → Done. The response is the same whether or not the person exists, and whether an email is
 * sent or the limit of five an hour is reached. 403 `mail_off` if no email is sent: the operator then sets a new
 * password.
 */
export interface AskResetBody {
  email: string;
}
/**
 * POST /api/session/reset/:token → Done. 410 `reset_gone`, 400 `weak_password`. Ends all sessions, turns off two-factor
 * authentication, and verifies the address.
 */
export interface ResetBody {
  /** 8 to 200 characters. */
  password: string;
}

/** POST /api/session/verification sends a code to the person's address → Done. 403 `mail_off`, 400 `email_already_verified`. */
/** POST /api/session/verification/confirm → Done. 400 `wrong_code`, including for a code older than an hour. */
export interface VerificationBody {
  /** Eight digits. */
  code: string;
}
