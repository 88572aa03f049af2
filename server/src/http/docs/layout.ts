import { escapeHtml } from "./html.ts";
import { guideGroups, guides } from "./guides.ts";

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** Its headings, for the table of contents. */
  readonly contents: readonly { readonly id: string; readonly heading: string; readonly level: number }[];
}

interface NavigationGroup {
  readonly title: string;
  readonly links: readonly (readonly [path: string, title: string])[];
}

/** The groups of the navigation; `tags` are those of the API. */
export const navigationOf = (tags: readonly (readonly [path: string, title: string])[]): NavigationGroup[] => {
  const groups = guideGroups.map(({ title, names }) => ({
    title,
    links: names.map((name) => [`/docs/${name}`, guides[name].title] as const),
  }));
  const reference: NavigationGroup = { title: "API reference", links: [["/docs/api", "Overview"], ...tags] };
  return [...groups.slice(0, -1), reference, ...groups.slice(-1)];
};

/** `font` is the address of the font, which loads together with the styles. */
export function pageHtml(page: DocsPage, navigation: readonly NavigationGroup[], font: string | undefined): string {
  const nav = navigationHtml(page, navigation);
  const contents = contentsHtml(page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Tributary docs</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${font === undefined ? "" : `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">\n`}<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/docs"><img src="/icon.svg" alt="" width="24" height="24">Tributary <span>docs</span></a>
<search class="search"><label class="hidden" for="search">Search the docs</label><input id="search" type="search" placeholder="Search" autocomplete="off" aria-controls="results"><div id="results" class="results" hidden></div><p class="hidden" role="status" id="found"></p></search>
<a class="home" href="/">Dashboard</a>
</header>
<details class="menu"><summary>Menu: ${escapeHtml(page.title)}</summary><nav aria-label="Docs, menu">${nav}</nav></details>
<div class="columns">
<nav class="side" aria-label="Docs">${nav}</nav>
<main id="main">${page.html}</main>
${contents === "" ? "" : `<nav class="contents" aria-label="On this page"><p>On this page</p>${contents}</nav>`}
</div>
</body>
</html>
`;
}

const navigationHtml = ({ path }: DocsPage, navigation: readonly NavigationGroup[]): string =>
  navigation
    .map(
      ({ title, links }) =>
        `<p>${escapeHtml(title)}</p><ul>${links
          .map(
            ([to, name]) =>
              `<li><a href="${to}"${to === path ? ' aria-current="page"' : ""}>${escapeHtml(name)}</a></li>`,
          )
          .join("")}</ul>`,
    )
    .join("");

const contentsHtml = ({ contents }: DocsPage): string => {
  const shown = contents.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ id, heading, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(heading)}</a></li>`,
  );
  return `<ul>${items.join("")}</ul>`;
};
