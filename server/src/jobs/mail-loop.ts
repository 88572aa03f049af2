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
/** A hundred invitations through a slow server must not hold up a reset for as long as all of them take. */
const SENDERS = 4;

/** Sends what waits in the outbox, beside the other jobs: a mail server that hangs holds up nothing but mails. */
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

  /** All that is due now; whoever asks while it runs waits for the same end. */
  run(): Promise<void> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Lets what is on its way come to its end; the rest waits for the next start. */
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
