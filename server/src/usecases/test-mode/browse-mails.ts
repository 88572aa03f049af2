import type { ReadyMail } from "../../domain/mail.ts";
import { testMailList, type TestMail } from "../../store/test-mode/mails.ts";
import type { MerchantContext } from "../context.ts";
import { pagesOf, type Page, type Total } from "../listing.ts";

/** A mail in the box of a test account. */
export interface ShownTestMail extends Pick<ReadyMail, "to" | "subject" | "text"> {
  readonly id: string;
  readonly kind: TestMail["kind"];
  readonly createdAt: Date;
}

const pages = pagesOf(testMailList);

/** Newest first. Empty in a live account, whose mails are sent. */
export async function browseTestMails(
  context: MerchantContext,
  page: Page,
): Promise<{ rows: ShownTestMail[]; total: Total }> {
  const { rows, total } = await pages(context, {}, page);
  return { rows: rows.map((mail) => shown(context, mail)), total };
}

function shown({ mailBox }: MerchantContext, { id, kind, sealed, createdAt }: TestMail): ShownTestMail {
  const { to, subject, text } = JSON.parse(mailBox.open(sealed, id)) as ReadyMail;
  return { id, kind, to, subject, text, createdAt };
}
