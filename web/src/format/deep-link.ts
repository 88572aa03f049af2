export type DeepLink = { readonly link: string; readonly leadsTo: string } | { readonly problem: string };

interface Wish {
  /** A path, or a whole address on the target's site; empty for the target itself. */
  readonly page: string;
  readonly label: string;
}

/** The tracking link to a page of the merchant's site. Anything elsewhere would be ignored by the link, so it is refused here. */
export function deepLinkTo(campaign: { unique_link: string; target_url: string }, { page, label }: Wish): DeepLink {
  const link = new URL(campaign.unique_link);
  const target = new URL(campaign.target_url);
  const wanted = page.trim();
  let leadsTo = target.href;
  if (wanted !== "") {
    const url = addressOf(wanted, target);
    if (!url) return { problem: "This is no address. Paste the page's address, or its path such as /shoes." };
    if (url.protocol !== target.protocol || url.host !== target.host)
      return { problem: `The link leads only to ${target.host}, and this page is on ${url.host || "another site"}.` };
    if (url.username !== "" || url.password !== "") return { problem: "Leave the name and password out." };
    leadsTo = url.href;
    link.searchParams.set("to", `${url.pathname}${url.search}${url.hash}`);
  }
  if (label.trim() !== "") link.searchParams.set("sub", label.trim());
  return { link: link.href, leadsTo };
}

/** People copy addresses with and without the scheme. */
function addressOf(wanted: string, target: URL): URL | undefined {
  const withoutScheme = wanted === target.host || wanted.startsWith(`${target.host}/`);
  const text = withoutScheme ? `${target.protocol}//${wanted}` : wanted;
  return URL.canParse(text, target.href) ? new URL(text, target) : undefined;
}
