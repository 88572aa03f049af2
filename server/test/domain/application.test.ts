import { describe, expect, it } from "vitest";
import { acceptsApplications, pageSlugRule, suggestedSlugs, websiteOf } from "../../src/domain/application.ts";
import { idOf } from "../../src/domain/ids.ts";

const UUID = "01890a5d-ac96-774b-bcce-b302099a8057";

describe("a website that an applicant typed", () => {
  it.each([
    ["example.com", "https://example.com"],
    ["  Example.COM/me ", "https://example.com/me"],
    ["https://example.com", "https://example.com"],
    ["https://example.com/", "https://example.com/"],
    ["HTTPS://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["instagram.com/tea.lover", "https://instagram.com/tea.lover"],
    ["bücher.example", "https://xn--bcher-kva.example"],
    ["example.com:8443/x", "https://example.com:8443/x"],
  ])("is kept as an https URL: %s", (typed, kept) => {
    expect(websiteOf(typed)).toBe(kept);
  });

  it.each([
    "",
    " ",
    "nowhere",
    "http://example.com",
    "ftp://example.com",
    "javascript:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "data:text/html,x",
    "https://",
    "https://localhost",
    "https://127.0.0.1",
    "https://[::1]/",
    "https://user:secret@example.com",
    "user@example.com",
    "example.com/a b",
    "exam\nple.com",
    "example.com\\@evil.example",
    "example.com/\u202Egnp",
    "example.com/\u0000",
    "example.com/\uD800",
    `example.com/${"x".repeat(300)}`,
  ])("is refused: %j", (typed) => {
    expect(websiteOf(typed)).toBeUndefined();
  });
});

describe("the address of a public page", () => {
  it("has 3 to 60 lower-case letters and digits, with single hyphens between them", () => {
    for (const slug of ["tea", "winter-tea", "2026", "a-b", "x".repeat(60)])
      expect(pageSlugRule.holds(slug)).toBe(true);
    const wrong = [
      "",
      "ab",
      "x".repeat(61),
      "Tea",
      "tea ",
      "-tea",
      "tea-",
      "te--a",
      "té-a",
      "tea/x",
      "tea_x",
      "tea.",
      "a\nb",
    ];
    expect(wrong.filter(pageSlugRule.holds)).toEqual([]);
  });

  it("is suggested from the campaign's slug, always in a valid form", () => {
    expect(suggestedSlugs("winter-tea").slice(0, 3)).toEqual(["winter-tea", "winter-tea-2", "winter-tea-3"]);
    for (const slug of ["a", "x".repeat(60), `${"y".repeat(56)}-zzz`])
      expect(suggestedSlugs(slug).every(pageSlugRule.holds)).toBe(true);
  });

  it("accepts applications only while it is open and the campaign is active", () => {
    const page = { accountId: idOf("account", UUID), campaignId: idOf("campaign", UUID), slug: "tea" };
    for (const isOpen of [true, false])
      for (const status of ["active", "paused", "archived"] as const)
        expect(acceptsApplications({ ...page, isOpen }, status)).toBe(isOpen && status === "active");
  });
});
