import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** All rules on the light page; on the dark one only what colours decide, since the rest is the same page. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await analyze(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  faults.push(...(await analyze(page, { runOnly: ["color-contrast"] })));
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) faults.push(`${page.url()} is ${overflow} px wider than the window`);
  return faults;
}

async function analyze(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  // One frame, and only what is wrong worked out in full: the same findings in a small part of the time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ ...options, resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}
