import { readFileSync } from "node:fs";
import { zipOf } from "./zip.ts";
import { keepFile, type KeptFile } from "../response/kept-file.ts";

const FOLDER = new URL("../../../../docs/", import.meta.url);
const TEXT = "text/plain; charset=utf-8";

/** The files beside the guides that merchants install in their shops, by path below /docs. */
export function shopFiles(localized: (text: string) => string): ReadonlyMap<string, KeptFile> {
  const plugin = textOf("connectors/tributary-woocommerce.php");
  const snippet = textOf("connectors/tributary-shopify.liquid");
  const files: [string, KeptFile][] = [];
  if (plugin !== undefined) {
    files.push(["connectors/tributary-woocommerce.php", keepFile(TEXT, plugin)]);
    // WordPress takes plugins only as archives, with a folder of their own.
    const archive = zipOf("tributary-woocommerce/tributary-woocommerce.php", Buffer.from(plugin));
    files.push(["connectors/tributary-woocommerce.zip", keepFile("application/zip", archive)]);
  }
  if (snippet !== undefined) files.push(["connectors/tributary-shopify.liquid", keepFile(TEXT, localized(snippet))]);
  return new Map(files);
}

/** Undefined: an incomplete copy of the installation. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, FOLDER), "utf8");
  } catch {
    return undefined;
  }
}
