import { switchableMails, type SwitchableMail } from "../../domain/mail.ts";
import { saveSwitch } from "../../store/people/mail-outbox.ts";
import type { Services } from "../context.ts";

/** What a link that switches mails off stands for. */
export interface MailSwitch {
  readonly addressHash: Buffer;
  readonly kind: SwitchableMail;
}

/** Not the id of a row: nothing else that the box has sealed opens as a switch. */
const OWNER = "mail-switch";

/** Works for ever and without signing in, and names nobody to those who see it on the way. */
export function switchOffLink(
  { mailBox, settings }: Pick<Services, "mailBox" | "settings">,
  { addressHash, kind }: MailSwitch,
): string {
  const sealed = mailBox.seal(`${kind} ${addressHash.toString("base64url")}`, OWNER);
  return `${settings.baseUrl}/mail/off/${sealed.toString("base64url")}`;
}

/** Undefined for a token that is none of ours. */
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

/** Asked for twice, it is off once. */
export async function switchMailOff({ db, clock }: Services, { addressHash, kind }: MailSwitch): Promise<void> {
  await db.transaction((tx) => saveSwitch(tx, addressHash, { kind, on: false, at: clock.now() }));
}
