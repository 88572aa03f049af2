interface Facts {
  readonly link: string;
  readonly name: string;
  readonly merchant: string;
}

/** Text to post. Each one says that it is an ad. */
export function readyLines({ link, name, merchant }: Facts): readonly { channel: string; text: string }[] {
  return [
    {
      channel: "Blog",
      text: `<a href="${escape(link)}" rel="sponsored">${escape(name)} at ${escape(merchant)}</a> (I earn a commission)`,
    },
    { channel: "Bio", text: `${name} at ${merchant} (ad): ${link}` },
    {
      channel: "Email",
      text: `Have a look at ${name} by ${merchant}:\n${link}\n\nIf you order through this link, I earn a commission.`,
    },
  ];
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
