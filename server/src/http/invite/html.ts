import { commissionValueOf, type CommissionRule } from "../../domain/commission.ts";
import { moneyText } from "../../domain/money.ts";
import type { User } from "../../domain/person.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { OpenInvitation } from "../../usecases/invitations/open-invitation.ts";
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "../../usecases/people/person-rules.ts";
import { INVITE_SCRIPT_PATH, INVITE_STYLE_PATH } from "./assets.ts";

/** Text that may stand in a page: made only by the tag below, which escapes whatever is put into it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

function html(parts: TemplateStringsArray, ...values: readonly (Html | string | number)[]): Html {
  const filled = parts.map((part, index) => {
    const value = values[index];
    if (value === undefined) return part;
    return part + (value instanceof Html ? value.text : escape(String(value)));
  });
  return new Html(filled.join(""));
}

export function invitationPage(open: OpenInvitation, signedIn: User | undefined): string {
  const { campaign, merchantName, invitation } = open;
  return page(
    `Invitation by ${merchantName}`,
    html`<p>${merchantName} invites you to become an affiliate of <strong>${campaign.name}</strong>.</p>
      <dl>
        <dt>Commission</dt>
        <dd>${commissionText(campaign.commission)}</dd>
        <dt>Clicks count for</dt>
        <dd>${daysText(campaign.attributionWindowDays)}</dd>
        <dt>A commission can be paid out after</dt>
        <dd>${daysText(campaign.maturationDays)}</dd>
        ${
          campaign.visibility === "private"
            ? html`<dt>Approval</dt>
                <dd>The merchant looks at each application.</dd>`
            : ""
        }
        <dt>Invited</dt>
        <dd>${invitation.email}</dd>
        <dt>Valid until</dt>
        <dd>${invitation.expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC</dd>
      </dl>
      ${formFor(open, signedIn)}
      <p role="status"></p>
      <noscript><p>This page needs JavaScript to send your answer.</p></noscript>
      <script src="${INVITE_SCRIPT_PATH}" defer></script>`,
  );
}

export const refusalPage = (title: string, text: string): string => page(title, html`<p>${text}</p>`);

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${INVITE_STYLE_PATH}" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}

function formFor({ invitation, personIsKnown }: OpenInvitation, signedIn: User | undefined): Html {
  if (signedIn && foldEmail(signedIn.email) === foldEmail(invitation.email))
    return html`<form data-step="accept" method="post">
      <p>You are signed in as ${signedIn.email}.</p>
      <button>Accept the invitation</button>
    </form>`;
  if (signedIn)
    return html`<form data-step="sign-out" method="post">
      <p>You are signed in as ${signedIn.email}, but the invitation is for ${invitation.email}.</p>
      <button>Sign out</button>
    </form>`;
  return personIsKnown ? signInForm(invitation.email) : registerForm(invitation.email);
}

// method="post" on each form: without the script, a password must not end up in the address bar.
const signInForm = (email: string): Html =>
  html`<form data-step="sign-in" method="post">
    <p>Sign in to accept.</p>
    <label>E-mail <input name="email" type="email" value="${email}" readonly autocomplete="username" /></label>
    <label
      >Password
      <input name="password" type="password" required maxlength="${PASSWORD_MAX}" autocomplete="current-password"
    /></label>
    <button>Sign in and accept</button>
  </form>`;

const registerForm = (email: string): Html =>
  html`<form data-step="register" method="post">
    <p>Choose a name and a password to accept.</p>
    <label>E-mail <input name="email" type="email" value="${email}" readonly autocomplete="username" /></label>
    <label>Name <input name="name" required maxlength="${NAME_MAX}" autocomplete="name" /></label>
    <label
      >Password, at least ${PASSWORD_MIN} characters
      <input
        name="password"
        type="password"
        required
        minlength="${PASSWORD_MIN}"
        maxlength="${PASSWORD_MAX}"
        autocomplete="new-password"
    /></label>
    <button>Register and accept</button>
  </form>`;

const commissionText = (rule: CommissionRule): string =>
  rule.type === "fixed"
    ? `${moneyText(rule.fixed)} ${rule.fixed.currency} for each conversion`
    : `${commissionValueOf(rule)} % of each conversion`;

const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);
