import { describe, expect, test } from "vitest";
import { parseId } from "../../src/domain/ids.ts";
import { appForTest } from "../support/app.ts";
import { aLink, clickStatistics, follow, storedClicks } from "./links.ts";

describe("following a link", () => {
  test("keeps the click, then leads to the target with its id in the address and in a cookie", async () => {
    const app = await appForTest();
    const world = await aLink(app, { attribution_window: 14 });
    const followed = await follow(app, world.path);
    expect(followed.status).toBe(302);
    expect(parseId("click", followed.clickId ?? "")).toBeDefined();
    expect(followed.location).toBe(`https://shop.example/spring?service_id=${followed.clickId}`);
    expect(followed.cookie).toBe(`service_id=${followed.clickId}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`);
    const [click] = await storedClicks(app);
    expect(click?.clicked_at).toEqual(app.clock.now());
    expect(click?.expires_at.getTime()).toBe(app.clock.now().getTime() + 14 * 86_400_000);
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
  });
});
