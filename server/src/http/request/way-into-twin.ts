import type { FastifyRequest } from "fastify";
import type { TwinClocks } from "../../usecases/twins/twin-clocks.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route resets a test account, also one whose last reset was interrupted. */
    resets?: true;
  }
}

/** How this route enters a test account. */
export const wayInto = ({ routeOptions }: FastifyRequest): keyof Pick<TwinClocks, "enter" | "enterToReset"> =>
  routeOptions.config.resets ? "enterToReset" : "enter";
