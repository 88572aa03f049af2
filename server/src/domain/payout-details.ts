/** Where an affiliate is paid. `holder` is the name on the account: banks compare it. */
export type PayoutDetails =
  | { readonly kind: "iban"; readonly holder: string; readonly iban: string; readonly bic: string | null }
  | { readonly kind: "paypal"; readonly holder: string; readonly email: string }
  | { readonly kind: "other"; readonly holder: string; readonly text: string };

const SHOWN = 4;

/**
 * The last characters of the account: enough to recognize it, too few to use it. For an email address, the first
 * character and the domain.
 */
export function payoutHint(details: PayoutDetails): string {
  if (details.kind === "paypal") return details.email.replace(/^(.).*(?=@)/su, "$1…");
  const account = accountOf(details);
  // The last four characters of a short account would reveal most of it.
  return account.length < 3 * SHOWN ? "" : account.slice(-SHOWN);
}

export function maskPayoutDetails(details: PayoutDetails): PayoutDetails {
  if (details.kind === "paypal") return { ...details, email: payoutHint(details) };
  const masked = `••••${payoutHint(details)}`;
  return details.kind === "iban" ? { ...details, iban: masked, bic: null } : { ...details, text: masked };
}

export function accountOf(details: PayoutDetails): string {
  if (details.kind === "iban") return details.iban;
  return details.kind === "paypal" ? details.email : details.text;
}
