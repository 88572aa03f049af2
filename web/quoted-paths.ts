import type { Plugin } from "vite";

/** Vite imports the styles inside a page by the page's path, and does not escape quotation marks in it. */
export const quotedPaths = (): Plugin => ({
  name: "quoted-paths",
  enforce: "post",
  transform(code, id) {
    return id.endsWith(".html") ? code.replaceAll(`"${id}?`, JSON.stringify(`${id}?`).slice(0, -1)) : undefined;
  },
});
