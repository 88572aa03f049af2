import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import { readClock, readHeldClock } from "../../store/test-mode/clocks.ts";
import type { Services } from "../context.ts";
import { assertRunning } from "./assert-running.ts";
import { inTwin } from "./in-twin.ts";

const PAUSE_MS = 20;
/** As long as an advance may take. */
const WAIT_MAX_MS = 120_000;
/** Per twin and process. */
const WAITING_MAX = 200;
/** In all twins together, so that tests leave room for live requests. */
const ALL_WAITING_MAX = 400;

const INTERRUPTED = "A reset of this test account was interrupted. Reset it again.";

export const interrupted = (): AppError => new AppError("busy", { text: INTERRUPTED });

type Waiting = Pick<Services, "db" | "stopping">;

interface Wait {
  waiting: number;
  readonly end: Promise<void>;
}

/**
 * Reads the clocks of twins. While an advance moves one, requests wait here and hold no database connection: one of them
 * asks for all.
 */
export class TwinClocks {
  readonly #waits = new Map<AccountId, Wait>();
  #waiting = 0;

  /** The services for work in this twin, at its time. */
  async enter(services: Services, twin: AccountId): Promise<Services> {
    return inTwin(services, twin, await this.read(services, twin));
  }

  /** For a reset, which waits for the clock itself, and repairs what an interrupted one has left. */
  async enterToReset(services: Services, twin: AccountId): Promise<Services> {
    return inTwin(services, twin, await readHeldClock(services.db, twin));
  }

  async read(services: Waiting, twin: AccountId): Promise<Date> {
    for (;;) {
      const now = await readClock(services.db, twin);
      if (now === "resetting") throw interrupted();
      if (now !== "moving") return now;
      await this.#untilItStands(services, twin);
    }
  }

  async #untilItStands(services: Waiting, twin: AccountId): Promise<void> {
    if (this.#waiting >= ALL_WAITING_MAX) throw new AppError("busy");
    let wait = this.#waits.get(twin);
    if (!wait) {
      const end = poll(services, twin).finally(() => this.#waits.delete(twin));
      this.#waits.set(twin, (wait = { waiting: 0, end }));
    }
    if (wait.waiting >= WAITING_MAX) throw new AppError("busy");
    wait.waiting += 1;
    this.#waiting += 1;
    try {
      await wait.end;
    } finally {
      this.#waiting -= 1;
    }
  }
}

async function poll(services: Waiting, twin: AccountId): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += PAUSE_MS) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    assertRunning(services);
    if ((await readClock(services.db, twin)) !== "moving") return;
  }
  throw new AppError("busy");
}
