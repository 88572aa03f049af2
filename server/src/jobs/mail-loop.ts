import type { LateMail } from "../domain/mail.ts";
import type { Mailer } from "../system/mailer.ts";
import type { Services } from "../usecases/context.ts";
import { composeMail } from "../usecases/people/compose-mail.ts";
import { sendDueMails } from "../usecases/mail/send-mails.ts";

export interface MailLoopOptions {
  readonly services: Services;
  readonly mailer: Mailer;
  readonly onFailure: (error: unknown) => void;
}

const POLL_MS = 1_000;
/** A hundred invitations through a slow server must not hold up a password reset. */
const SENDERS = 4;

/** Sends the emails in the outbox, separately from other jobs, so a mail server that hangs delays only emails. */
export class MailLoop {
  readonly #options: MailLoopOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopping = false;

  constructor(options: MailLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.run(), POLL_MS).unref();
  }

  /** Sends everything that is due. Concurrent callers wait for the same run. */
  run(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Lets emails in progress finish; the rest waits for the next start. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #send(): Promise<void> {
    const { services, mailer, onFailure } = this.#options;
    try {
      const isStopping = () => this.#stopping;
      const compose = (mail: LateMail) => composeMail(services, mail);
      const sending = { mailer, compose, isStopping };
      await Promise.all(Array.from({ length: SENDERS }, () => sendDueMails(services, sending)));
    } catch (error) {
      onFailure(error);
    }
  }
}
