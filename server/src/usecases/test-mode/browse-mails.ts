import type { ReadyMail } from "../../domain/mail.ts";
import { findTestMail, testMailList, type TestMail } from "../../store/test-mode/mails.ts";
import type { MerchantContext } from "../context.ts";
import { pagesOf, type Page, type Total } from "../listing.ts";
import { requireRole } from "../require-role.ts";

/** A mail in the box of a test account. */
export interface ShownTestMail extends Pick<ReadyMail, "to" | "subject" | "text"> {
  readonly id: string;
  readonly kind: TestMail["kind"];
  readonly createdAt: Date;
}

const pages = pagesOf(testMailList);

/** Newest first; with an ID, this one or none. Empty in a live account, whose mails are sent. Links in mails let their reader act: not for viewers. */
export async function browseTestMails(
  context: MerchantContext,
  page: Page,
  id?: string,
): Promise<{ rows: ShownTestMail[]; total: Total }> {
  requireRole(context, "manager");
  if (id !== undefined) return one(context, id);
  const { rows, total } = await pages(context, {}, page);
  return { rows: rows.map((mail) => shown(context, mail)), total };
}

async function one(context: MerchantContext, id: string): Promise<{ rows: ShownTestMail[]; total: Total }> {
  const mail = UUID.test(id) ? await findTestMail(context.db, context.accountId, id) : undefined;
  return { rows: mail ? [shown(context, mail)] : [], total: { count: mail ? 1 : 0, atLeast: false } };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function shown({ mailBox }: MerchantContext, { id, kind, sealed, createdAt }: TestMail): ShownTestMail {
  const { to, subject, text } = JSON.parse(mailBox.open(sealed, id)) as ReadyMail;
  return { id, kind, to, subject, text, createdAt };
}
