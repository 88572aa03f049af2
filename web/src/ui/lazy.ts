import { lazyRouteComponent } from "@tanstack/react-router";
import { lazy, type ComponentType } from "react";
import { ApiFailure } from "../api/failure.ts";
import { untilReachable } from "../api/reachability.ts";
import { currentTime } from "./clock.ts";

type Loader<Module> = () => Promise<Module>;
type Props<Component> = Component extends ComponentType<infer Given> ? Given : never;

/** The page of a route, loaded with the first visit. */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: Loader<Module>,
  name: Name,
) => lazyRouteComponent(() => patiently(load), name);

/** A component that is loaded when it is first shown, such as a dialog. Needs a <Suspense> around it. */
export const lazily = <Module extends object, Name extends keyof Module>(load: Loader<Module>, name: Name) =>
  lazy(async () => ({ default: (await patiently(load))[name] as ComponentType<Props<Module[Name]>> }));

/**
 * Handles code that cannot be loaded. If the server is unavailable, waits for it. If a new version was deployed and the
 * file is gone, reloads the page once.
 */
async function patiently<Module>(load: Loader<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await untilReachable();
    // A stylesheet that failed is not loaded again by the bundler's helper.
    if (String(error).includes("CSS")) return reloaded();
    return load().catch(reloaded);
  }
}

function reloaded(): Promise<never> {
  if (!reloadOnce()) throw new ApiFailure(SERVER_FAULT, { error: "A file of this page is missing on the server." });
  return new Promise(() => {});
}

const SERVER_FAULT = 500;
const RELOADED = "tributary-reloaded";
const RELOAD_PAUSE_MS = 60_000;

/** Not in a loop: a file that is still missing after the reload is reported. A later outage may reload again. */
function reloadOnce(): boolean {
  try {
    const now = currentTime();
    if (now - Number(sessionStorage.getItem(RELOADED)) < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED, String(now));
  } catch {
    // Without storage it could not know that it has reloaded.
    return false;
  }
  window.location.reload();
  return true;
}
