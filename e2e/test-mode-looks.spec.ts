import type { TestMailsResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import { testShop } from "./support/test-shop.ts";
import { at, expect, test, visit } from "./support/test.ts";

for (const width of [1280, 820, 390])
  test(`the pages of test mode pass axe in light and dark, and are no wider than ${width} pixels`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    const look = async (landmark: string): Promise<void> => {
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    };
    await page.goto(at(merchant, "developers?tab=test"));
    await look("No test accounts yet");
    const { twin, affiliateId } = await testShop(merchant);
    const { test_mails: mails } = await twin.call<TestMailsResponse>("GET", "test-mails");
    await page.goto(at(twin));
    for (const [path, landmark] of [
      ["", "Ready for review"],
      ["developers?tab=test", "Current"],
      ["developers?tab=keys", "Test keys start with"],
      ["connectors", "Where do you sell?"],
      ["settings", "Account ID"],
      ["emails", "ada@partner.example"],
      [`emails/${mails[0]?.id ?? ""}`, "Invitation links open as the test person"],
      [`affiliates/${affiliateId}`, "Open portal as"],
    ] as const) {
      await visit(page, at(twin, path));
      await look(landmark);
    }

    await page.getByRole("button", { name: "Advance clock" }).click();
    await page.getByRole("button", { name: "Advance 7 days" }).click();
    await look("It is now");
    await page.keyboard.press("Escape");
    await visit(page, at(twin, "affiliates?invite=yes"));
    await page.getByLabel("Email addresses").fill("grace@partner.example");
    await page.getByRole("button", { name: "Invite affiliate", exact: true }).click();
    await look("Test accounts send no email.");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: /Switch account/ }).click();
    await look("ci-3");

    await page.goto(at(twin, `affiliates/${affiliateId}`));
    await page.getByRole("button", { name: "Open portal as Tess Tester" }).click();
    await look("Latest conversions");
    for (const [path, landmark] of [
      ["campaigns", "Spring Sale"],
      ["conversions", "Spring Sale"],
      ["profile", "tess@partner.example"],
    ] as const) {
      await visit(page, `/test/portal/${path}`);
      await look(landmark);
    }
    expect(faults).toEqual([]);
  });
