import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { setImmediate as otherRequests } from "node:timers/promises";
import { errorTexts } from "../../domain/errors.ts";
import { refusalsOf } from "../openapi/refusals.ts";
import { keepFile, type KeptFile } from "../response/kept-file.ts";
import type { Downloads } from "./downloads.ts";
import { guides, type GuideName } from "./guides.ts";
import { homeHtml } from "./home.ts";
import { navigationOf, pageHtml, type DocsPage } from "./layout.ts";
import { renderGuide, type Section } from "./markdown.ts";
import { operationsOf, type OpenApiDocument } from "./openapi-document.ts";
import { overviewHtml, tagHtml, tagPath } from "./reference.ts";
import { shopFiles } from "./shop-files.ts";

const DOCS_FOLDER = new URL("../../../../docs/", import.meta.url);
const ASSETS = new URL("../../../assets/docs/", import.meta.url);
/** Stands for this installation in the guides. */
const PLACEHOLDER = "partners.example.com";
const HTML = "text/html; charset=utf-8";

export interface LibraryOptions {
  readonly baseUrl: string;
  readonly webFolder: string;
  readonly downloads: Downloads;
  readonly document: OpenApiDocument;
}

/** Undefined: an installation without its guides, for example an incomplete copy. */
export function guideText(name: GuideName, baseUrl: string): string | undefined {
  try {
    return localized(readFileSync(new URL(`${name}.md`, DOCS_FOLDER), "utf8"), baseUrl);
  } catch {
    return undefined;
  }
}

const localized = (text: string, baseUrl: string): string =>
  text.replaceAll(`https://${PLACEHOLDER}`, baseUrl).replaceAll(PLACEHOLDER, new URL(baseUrl).host);

export const guideNames = Object.keys(guides) as GuideName[];

/** Every file under /docs, by path. Other requests run between two files, because rendering all takes a fifth of a second. */
export async function renderLibrary(options: LibraryOptions): Promise<ReadonlyMap<string, KeptFile>> {
  const { baseUrl, webFolder, downloads, document } = options;
  const tags = document.tags.map(({ name }) => [tagPath(name), name] as const);
  const read = guideNames.flatMap((name) => {
    const text = guideText(name, baseUrl);
    return text === undefined ? [] : [{ name, text }];
  });
  const extras = shopFiles((text) => localized(text, baseUrl));
  const linkFrom = (from: GuideName) => (file: string) => {
    const path = posix.join(posix.dirname(from), file);
    if (extras.has(path)) return `/docs/${path}`;
    return read.some(({ name }) => `${name}.md` === path) ? `/docs/${path.slice(0, -".md".length)}` : undefined;
  };
  const written: (DocsPage & { sections: readonly Section[] })[] = [];
  for (const { name, text } of read) {
    const { html, sections } = renderGuide(text, linkFrom(name));
    written.push({ path: `/docs/${name}`, title: guides[name].title, html, contents: sections, sections });
    await otherRequests();
  }
  const codes = [...new Set(Object.values(refusalsOf).flat())].sort();
  const overview = overviewHtml(document, new Map(codes.map((code) => [code, errorTexts[code]])));
  const pages: DocsPage[] = [
    page("/docs", "Documentation", homeHtml(baseUrl, downloads)),
    ...written,
    page("/docs/api", "API reference", overview),
    ...tags.map(([path, name]) => page(path, name, tagHtml(document, name))),
  ];
  const navigation = navigationOf(tags);
  const font = fontIn(webFolder);
  const entries = [...written.flatMap(guideEntries), ...operationEntries(document)];
  const files = new Map<string, KeptFile>();
  for (const each of pages) {
    files.set(each.path, keepFile(HTML, pageHtml(each, navigation, font)));
    await otherRequests();
  }
  return new Map([
    ...files,
    ...read.map(({ name, text }): [string, KeptFile] => [
      `/docs/${name}.md`,
      keepFile("text/markdown; charset=utf-8", text),
    ]),
    ...[...extras].map(([path, file]): [string, KeptFile] => [`/docs/${path}`, file]),
    ["/docs/search.json", keepFile("application/json; charset=utf-8", JSON.stringify(entries))],
    ["/docs/docs.css", keepFile("text/css; charset=utf-8", fontFace(font) + asset("docs.css"))],
    ["/docs/docs.js", keepFile("text/javascript; charset=utf-8", asset("docs.js"))],
  ]);
}

const asset = (name: string): string => readFileSync(new URL(name, ASSETS), "utf8");

/** The font of the pages, whose file name changes with each build. Without a build, the system's font is used. */
function fontIn(webFolder: string): string | undefined {
  const folder = join(webFolder, "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((name) => /^geist-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  return file && `/assets/${file}`;
}

const fontFace = (font: string | undefined): string =>
  font === undefined
    ? ""
    : `@font-face { font-family: "Geist Variable"; font-weight: 100 900; font-display: swap; src: url("${font}") format("woff2"); }\n`;

/** The headings of a page that was rendered without Markdown are read from its HTML. */
function page(path: string, title: string, html: string): DocsPage {
  const contents = [...html.matchAll(/<h([23]) id="([^"]+)"><a [^>]*>(.*?)<\/a>/g)].map(
    ([, level = "", id = "", heading = ""]) => ({
      id,
      heading: heading.replaceAll(/<[^>]+>/g, ""),
      level: Number(level),
    }),
  );
  return { path, title, html, contents };
}

/** What the search finds: the page, the heading, its text and its address. */
type Entry = readonly [page: string, heading: string, text: string, address: string];
const TEXT_LENGTH_MAX = 1_500;

const guideEntries = ({ path, title, sections }: DocsPage & { sections: readonly Section[] }): Entry[] =>
  sections.map(({ id, heading, level, text }) => [
    title,
    level === 1 ? "" : heading,
    text.slice(0, TEXT_LENGTH_MAX),
    level === 1 ? path : `${path}#${id}`,
  ]);

const operationEntries = (document: OpenApiDocument): Entry[] =>
  operationsOf(document).map(({ method, path, operation: { operationId, summary, description, tags } }) => [
    method === undefined ? "Event" : `${method} ${path}`,
    method === undefined ? path : summary,
    `${operationId} ${description}`,
    `${tagPath(tags[0] ?? "")}#${operationId}`,
  ]);
