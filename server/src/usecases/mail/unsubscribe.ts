import { switchableMails, type SwitchableMail } from "../../domain/mail.ts";
import { saveSwitch } from "../../store/people/mail-outbox.ts";
import type { Services } from "../context.ts";

/** The content of an unsubscribe link. */
export interface MailSwitch {
  readonly addressHash: Buffer;
  readonly kind: SwitchableMail;
}

/** Not a row ID: nothing else that the box has encrypted can be opened as an unsubscribe token. */
const OWNER = "mail-switch";

/** Works forever and without signing in, and reveals nobody's address. */
export function switchOffLink(
  { mailBox, settings }: Pick<Services, "mailBox" | "settings">,
  { addressHash, kind }: MailSwitch,
): string {
  const sealed = mailBox.seal(`${kind} ${addressHash.toString("base64url")}`, OWNER);
  return `${settings.baseUrl}/mail/off/${sealed.toString("base64url")}`;
}

/** undefined for an invalid token. */
export function readSwitchOff({ mailBox }: Pick<Services, "mailBox">, token: string): MailSwitch | undefined {
  let opened: string;
  try {
    opened = mailBox.open(Buffer.from(token, "base64url"), OWNER);
  } catch {
    return undefined;
  }
  const [word, hash = ""] = opened.split(" ");
  const kind = switchableMails.find((known) => known === word);
  return kind && { kind, addressHash: Buffer.from(hash, "base64url") };
}

export async function switchMailOff({ db, clock }: Services, { addressHash, kind }: MailSwitch): Promise<void> {
  await db.transaction((tx) => saveSwitch(tx, addressHash, { kind, on: false, at: clock.now() }));
}
