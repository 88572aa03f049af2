import { createTransport } from "nodemailer";

export interface OutgoingMail {
  /** Used for the Message-ID, so that an email sent twice can be recognized. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The unsubscribe link for emails of this kind. */
  readonly switchOff?: string;
  /** The merchant on whose behalf it is sent. */
  readonly fromName?: string;
}
/** `failure` is a code, never a text, because mail servers quote addresses. */
export type MailOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly permanent: boolean; readonly failure: string };

export interface Mailer {
  send(mail: OutgoingMail): Promise<MailOutcome>;
}
export interface MailerOptions {
  readonly smtpUrl: string;
  readonly from: string;
  /** The domain of Message-IDs. */
  readonly host: string;
}

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
/** For a server that keeps sending data and never finishes. */
const DEADLINE_MS = 60_000;

/** Sends to the operator's mail server, with one connection per email. */
export function createMailer({ smtpUrl, from, host }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    // No content of an email is ever loaded from a file or the network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, switchOff, fromName }) {
      const message = {
        // Includes the service's host, because merchants choose their name freely and could impersonate somebody.
        from: fromName === undefined ? from : { name: `${fromName} via ${host}`, address: bareAddress(from) },
        // As an object: in a string, a comma would turn one address into two.
        to: { name: "", address: to },
        subject,
        text,
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated", ...(switchOff === undefined ? {} : unsubscribe(switchOff)) },
      };
      try {
        await withDeadline(transport.sendMail(message));
        return { ok: true };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** `Tributary <mail@partners.example>` → `mail@partners.example` */
const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** One-click unsubscribe in the mail program (RFC 8058). */
const unsubscribe = (link: string) => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

async function withDeadline(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error("The mail server timed out."), { code: "ETIMEDOUT" })),
      DEADLINE_MS,
    );
  });
  try {
    await Promise.race([sending, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const PERMANENT = 500;
/**
 * About this email and its recipient. A 5xx at another step, such as authentication, is about the operator's settings.
 */
const ABOUT_THE_MAIL = new Set(["EENVELOPE", "EMESSAGE"]);

function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const word = typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "unknown";
  if (typeof responseCode !== "number") return { ok: false, permanent: false, failure: word };
  const permanent = responseCode >= PERMANENT && ABOUT_THE_MAIL.has(word);
  return { ok: false, permanent, failure: `${word} ${responseCode}` };
}
