import { join, signInWith } from "./support/affiliate.ts";
import { at, expect, noon, test } from "./support/test.ts";

// A fake clock stays in its context.
test.use({ isolated: true });

const IDLE = "31:00";
const POLLS_MS = 60_000;

test("an idle page stops polling, and polls again when it is used", async ({ page, context, merchant }) => {
  const ada = await join(merchant, await merchant.campaign());
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  /** Lets a minute pass on the page. Requests are reported in order, so none is missing once the marker arrives. */
  const pollsInAMinute = async (): Promise<number> => {
    requests.length = 0;
    await page.clock.runFor(POLLS_MS);
    const marked = page.waitForRequest(/\/healthz$/);
    await page.evaluate(() => fetch("/healthz"));
    await marked;
    return requests.filter((url) => url.includes("/api/")).length;
  };
  await page.clock.install({ time: noon() });
  const check = async (path: string): Promise<void> => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // What the page reads first is no poll.
    await page.waitForLoadState("networkidle");
    // The minute passes in an instant, so no request is sent while another is in flight.
    await expect.poll(pollsInAMinute).toBeGreaterThan(0);
    await page.clock.fastForward(IDLE);
    await page.clock.runFor(POLLS_MS);
    expect(await pollsInAMinute()).toBe(0);
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 20);
    await expect.poll(pollsInAMinute).toBeGreaterThan(0);
  };
  await check(at(merchant));
  await context.clearCookies();
  await signInWith(context, merchant.origin, ada.cookie);
  await check("/portal");
});
