import { describe, expect, it } from "vitest";
import { deepLinkTo } from "../src/format/deep-link.ts";

const campaign = { unique_link: "https://go.example/r/ANNA1", target_url: "https://shop.example/spring?x=1" };
const linkTo = (page: string, label = "") => deepLinkTo(campaign, { page, label });

describe("a deep link", () => {
  it("goes to the target if no page is given", () => {
    expect(linkTo("  ")).toEqual({ link: "https://go.example/r/ANNA1", leadsTo: "https://shop.example/spring?x=1" });
  });

  it("accepts a path, a complete URL, or one without the scheme", () => {
    const expected = {
      link: "https://go.example/r/ANNA1?to=%2Fshoes%3Fc%3D2%23top",
      leadsTo: "https://shop.example/shoes?c=2#top",
    };
    for (const page of ["/shoes?c=2#top", "https://shop.example/shoes?c=2#top", "shop.example/shoes?c=2#top"])
      expect(linkTo(page)).toEqual(expected);
  });

  it("adds a trimmed label", () => {
    expect(linkTo("", " bio & blog ")).toMatchObject({ link: "https://go.example/r/ANNA1?sub=bio+%26+blog" });
  });

  it("rejects other sites, other schemes and names with passwords", () => {
    for (const page of [
      "https://evil.example/",
      "//evil.example/",
      "http://shop.example/",
      "https://shop.example.evil.example/",
      "javascript:alert(1)",
      "https://me:secret@shop.example/",
    ])
      expect(linkTo(page)).toHaveProperty("problem");
  });

  it("takes www. for the start of a host, not of a path", () => {
    expect(linkTo("WWW.shop.example/shoes")).toEqual({
      problem: "Your link works only for pages on shop.example. This page is on www.shop.example.",
    });
    const withWww = { ...campaign, target_url: "https://www.shop.example/" };
    expect(deepLinkTo(withWww, { page: "www.shop.example?c=2", label: "" })).toMatchObject({
      leadsTo: "https://www.shop.example/?c=2",
    });
  });

  it("keeps dots within the site", () => {
    expect(linkTo("/../../admin")).toMatchObject({ leadsTo: "https://shop.example/admin" });
  });
});
