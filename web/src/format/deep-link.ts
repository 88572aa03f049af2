export type DeepLink = { readonly link: string; readonly leadsTo: string } | { readonly problem: string };

interface Options {
  /** A path or a URL on the target's site; empty for the target itself. */
  readonly page: string;
  readonly label: string;
}

/** The tracking link to a page of the merchant's site. The redirect ignores pages on other sites, so they are rejected here. */
export function deepLinkTo(campaign: { unique_link: string; target_url: string }, { page, label }: Options): DeepLink {
  const link = new URL(campaign.unique_link);
  const target = new URL(campaign.target_url);
  const wanted = page.trim();
  let leadsTo = target.href;
  if (wanted !== "") {
    const url = urlOf(wanted, target);
    if (!url) return { problem: "This is not a valid URL. Paste the page's URL or its path, such as /shoes." };
    if (url.protocol !== target.protocol || url.host !== target.host)
      return {
        problem: `Your link works only for pages on ${target.host}. This page is on ${url.host || "another site"}.`,
      };
    if (url.username !== "" || url.password !== "")
      return { problem: "Remove the username and password from the URL." };
    leadsTo = url.href;
    link.searchParams.set("to", `${url.pathname}${url.search}${url.hash}`);
  }
  if (label.trim() !== "") link.searchParams.set("sub", label.trim());
  return { link: link.href, leadsTo };
}

/** People paste URLs with and without the scheme. */
function urlOf(wanted: string, target: URL): URL | undefined {
  const withoutScheme = wanted === target.host || wanted.startsWith(`${target.host}/`) || /^www\./i.test(wanted);
  const text = withoutScheme ? `${target.protocol}//${wanted}` : wanted;
  return URL.canParse(text, target.href) ? new URL(text, target) : undefined;
}
