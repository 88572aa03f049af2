import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

/**
 * Checks all rules in the light theme, and only colour contrast in the dark one, because the rest is the same.
 * A run without the axe tests (`npm run test:stories`) checks only the width.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  return [...(runsAxe() ? await axeFaultsOf(page) : []), ...(await overflowOf(page))];
}

/** Whether this run includes the tests that have axe in their title. */
function runsAxe(): boolean {
  const left = [test.info().config.grepInvert ?? []].flat();
  return !left.some((pattern) => pattern.test("axe"));
}

async function axeFaultsOf(page: Page): Promise<string[]> {
  const faults = await analyze(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  faults.push(...(await analyze(page, { runOnly: ["color-contrast"] })));
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  return faults;
}

async function overflowOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [`${page.url()} is ${overflow} px wider than the window`] : [];
}

async function analyze(page: Page, options: { runOnly?: string[] }): Promise<string[]> {
  // One frame and only violations: the same findings in much less time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ ...options, resultTypes: ["violations"] });
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}
