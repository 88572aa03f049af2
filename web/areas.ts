import type { Plugin, Rolldown } from "vite";

// The page of each area: index.html with an outline of what is coming, and with links that let the browser load the area's
// script, styles and first data together with the first script, instead of one after the other.

interface Area {
  readonly file: string;
  /** The modules that the area's routes import dynamically. */
  readonly modules: readonly string[];
  readonly outline: string;
  /** Requested by every page of the area. */
  readonly data: readonly string[];
}

/** The part of the font that every page needs. */
const FONT = /geist-latin-wght-normal.*\.woff2$/;

const bars = (count: number): string => "<i></i>".repeat(count);
const signedOut = `<div class="outline-door" aria-hidden="true">${bars(4)}</div>`;
const signedIn = `<div class="outline" aria-hidden="true"><div class="outline-rail">${bars(8)}</div><div class="outline-main">${bars(4)}</div></div>`;

const areas: readonly Area[] = [
  { file: "index.html", modules: ["session/pages.ts"], outline: signedOut, data: [] },
  {
    file: "dashboard.html",
    modules: ["dashboard/layout.tsx", "dashboard/overview/overview-page.tsx"],
    outline: signedIn,
    data: ["/api/session"],
  },
  {
    file: "portal.html",
    modules: ["portal/layout.tsx", "portal/overview/overview-page.tsx"],
    outline: signedIn,
    data: ["/api/session"],
  },
];

export const areaPages = (): Plugin => ({
  name: "area-pages",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("There is no index.html.");
      const page = String(index.source);
      for (const area of areas) {
        const source = pageOf(page, area, bundle);
        if (area.file === "index.html") index.source = source;
        else this.emitFile({ type: "asset", fileName: area.file, source });
      }
    },
  },
});

function pageOf(page: string, { modules, outline, data }: Area, bundle: Rolldown.OutputBundle): string {
  const { scripts, styles } = filesOf(modules, bundle);
  const isNew = (file: string): boolean => !page.includes(`"/${file}"`);
  const font = Object.keys(bundle).find((file) => FONT.test(file));
  if (font === undefined) throw new Error("There is no font.");
  const preloads = [
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
    ...data.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  const own = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const sheets = [...own, ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)];
  return (
    own
      .reduce((rest, link) => rest.replace(link, ""), page)
      .replace("</head>", `${preloads.join("")}</head>`)
      // After the outline, which thus shows before they have arrived; before the root, whose theme overrides them.
      .replace('<div id="outline"></div>', `<div id="outline">${outline}</div>${sheets.join("")}`)
  );
}

/** The chunks of these modules with everything that they import statically. */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const open = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/src/${module}`)));
    if (!chunk) throw new Error(`No chunk has ${module}.`);
    return chunk;
  });
  const reached = new Set<Rolldown.OutputChunk>();
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (reached.has(chunk)) continue;
    reached.add(chunk);
    open.push(...chunks.filter(({ fileName }) => chunk?.imports.includes(fileName)));
  }
  const all = [...reached];
  return {
    scripts: all.map(({ fileName }) => fileName),
    styles: all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  };
}
