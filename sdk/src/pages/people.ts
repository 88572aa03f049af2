export type Role = "owner" | "manager" | "viewer";
export type Plan = "free" | "pro";

/** GET /api/session · answer of POST /api/session and POST /api/session/signup. 401 `not_signed_in` when nobody is. */
export interface PersonAnswer {
  user: { id: string; name: string; email: string; email_verified: boolean };
  /** The accounts of which the person is a member, oldest first. */
  accounts: { id: string; name: string; role: Role; plan: Plan }[];
  /** True: the affiliates' portal is open to them. */
  affiliate: boolean;
}

/** POST /api/session → PersonAnswer. 401 `wrong_credentials`, 429 `too_many_attempts`. DELETE /api/session → Done. */
export interface SignInBody {
  email: string;
  password: string;
}

/** POST /api/session/signup → PersonAnswer. 403 `signup_closed`, 400 `email_taken`. */
export interface SignUpBody {
  name: string;
  email: string;
  /** 8 to 200 characters. */
  password: string;
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

/** POST /api/session/password → Done. 400 `wrong_password`. All other sessions end. */
export interface PasswordBody {
  current_password: string;
  new_password: string;
}

/**
 * POST /api/session/reset → Done, the same whether there is such a person or not. 403 `mail_off` where no mail is sent: then
 * whoever runs the service makes a new password.
 */
export interface AskResetBody {
  email: string;
}
/** POST /api/session/reset/:token → Done. 410 `reset_gone`. All sessions end, and the address counts as verified. */
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
