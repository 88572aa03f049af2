import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

const INDEX = `<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>`;
export const INLINE = "document.title = 'dashboard';";
const DASHBOARD = `${INDEX}<script nonce="__CSP_NONCE__">${INLINE}</script><script src="/assets/main-1a2b.js"></script>`;
export const SCRIPT = "console.log('built');";

/** A folder like the build of the pages creates it, removed when the current test ends. */
export function aBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), "tributary-pages-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), INDEX);
  writeFileSync(join(folder, "dashboard.html"), DASHBOARD);
  writeFileSync(join(folder, "portal.html"), INDEX);
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "assets/main-1a2b.js"), SCRIPT);
  writeFileSync(join(folder, "assets/main-1a2b.js.gz"), gzipSync(SCRIPT));
  return folder;
}
