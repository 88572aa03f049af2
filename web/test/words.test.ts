import { describe, expect, it } from "vitest";
import { auditActions, claimStates, payoutStatuses, warningSigns } from "tributary-sdk/words";
import { browserName } from "../src/format/browser-name.ts";
import { actorText, actionText, factName, factText } from "../src/words/audit.ts";
import { commissionSentence, percentageOf } from "../src/words/commission.ts";
import { readyLines } from "../src/words/ready-lines.ts";
import { openAfter } from "../src/money/statement-groups.ts";
import { monthTitle } from "../src/words/statements.ts";
import { claimTones, payoutTones } from "../src/words/tones.ts";
import { flagWords } from "../src/words/flags.ts";

describe("the words", () => {
  it("cover every action, flag and status", () => {
    for (const action of auditActions) expect(actionText(action)).not.toBe("");
    expect(Object.keys(flagWords).sort()).toEqual([...warningSigns].sort());
    expect(Object.keys(claimTones).sort()).toEqual([...claimStates].sort());
    expect(Object.keys(payoutTones).sort()).toEqual([...payoutStatuses].sort());
  });

  it("name facts and people in the audit log", () => {
    expect(factName("max_budget")).toBe("Max budget");
    expect(factName("target_url")).toBe("Target URL");
    expect(factName("campaign_id")).toBe("Campaign ID");
    expect(factName("external_id")).toBe("Order ID");
    expect(factText(null)).toBe("none");
    expect(factText(false)).toBe("no");
    expect(factText(["a", "b"])).toBe("a, b");
    expect(factText("2026")).toBe("2026");
    expect(actorText({ kind: "key", id: "key_1", name: "shop" })).toBe("API key shop");
    expect(actorText({ kind: "user", id: "usr_1", name: null })).toBe("Unknown user");
  });
});

describe("commission", () => {
  it("rounds half up in the smallest unit of the currency", () => {
    expect(percentageOf(0.1, 5, "EUR")).toBe(0.01);
    expect(percentageOf(499.9, 12.5, "EUR")).toBe(62.49);
    expect(percentageOf(101, 0.5, "JPY")).toBe(1);
    expect(percentageOf(99, 0.5, "JPY")).toBe(0);
    expect(percentageOf(1, 0.0001, "KWD")).toBe(0);
  });

  it("says when it can be paid", () => {
    const rule = { type: "fixed", value: 5, currency: "EUR", maturationDays: 0 } as const;
    expect(commissionSentence(rule)).toContain("once it is approved");
    expect(commissionSentence({ ...rule, maturationDays: 1 })).toContain("1 day later");
  });
});

describe("statements", () => {
  it("add up in minor units, so that cents do not drift", () => {
    const line = (amount: string, from: string, to: string) => ({
      amount,
      from: { account: from },
      to: { account: to },
    });
    const statement = {
      currency: "EUR",
      opening: { balance: { open: "0.10" } },
      lines: [line("0.20", "revenue", "pending"), line("0.20", "pending", "payable"), line("0.30", "payable", "paid")],
    };
    expect(openAfter(statement as unknown as Parameters<typeof openAfter>[0])).toEqual([0.3, 0.3, 0]);
  });

  it("name the month, whatever the URL contains", () => {
    expect(monthTitle("2026-02")).toContain("February");
    for (const month of ["2026-13", "2026-00", "x", ""]) expect(monthTitle(month)).toBe("Statement");
  });
});

describe("code to paste", () => {
  it("escapes names only in HTML", () => {
    const [blog, bio] = readyLines({
      link: "https://go.example/r/A?a=1&b=2",
      name: '<b>"Sale"</b>',
      merchant: "A & B",
    });
    expect(blog?.text).toContain('href="https://go.example/r/A?a=1&amp;b=2"');
    expect(blog?.text).not.toContain("<b>");
    expect(bio?.text).toContain('<b>"Sale"</b> at A & B');
  });
});

describe("browserName", () => {
  it("names browser and system", () => {
    const edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0";
    expect(browserName(edge)).toBe("Edge on Windows");
    expect(browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1")).toBe(
      "Safari on iOS",
    );
    expect(browserName(null)).toBe("Unknown browser");
    expect(browserName("x".repeat(100))).toHaveLength(60);
  });
});
