import type { LateMail, ReadyMail } from "../../domain/mail.ts";
import type { Services } from "../context.ts";
import { composeReset } from "./reset-password.ts";
import { composeWithCode } from "./verified-sign-up.ts";

/** undefined: nobody has that address. */
export const composeMail = (services: Services, mail: LateMail): Promise<ReadyMail | undefined> =>
  mail.compose === "password_reset" ? composeReset(services, mail.to) : composeWithCode(services, mail);
