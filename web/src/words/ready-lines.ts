interface Facts {
  readonly link: string;
  readonly name: string;
  readonly merchant: string;
}

/** Lines to paste, each saying that it is an advertisement. */
export function readyLines({ link, name, merchant }: Facts): readonly { place: string; text: string }[] {
  return [
    {
      place: "A blog",
      text: `<a href="${escape(link)}" rel="sponsored">${escape(name)} at ${escape(merchant)}</a> (I earn a commission)`,
    },
    { place: "A bio", text: `${name} at ${merchant} (ad): ${link}` },
    {
      place: "An e-mail",
      text: `Have a look at ${name} by ${merchant}:\n${link}\n\nIf you order through this link, I earn a commission.`,
    },
  ];
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
