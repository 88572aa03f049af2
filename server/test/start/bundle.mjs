// Writes the compiled program with all its packages into one file, which loads in half the time of its 1,500 files:
//   node server/test/start/bundle.mjs FILE
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const PROGRAM = fileURLToPath(new URL("../../dist/cli/command-line.js", import.meta.url));

const bundle = await rolldown({
  input: PROGRAM,
  platform: "node",
  // Packages that load a file of their own beside them.
  external: [/^@node-rs\//],
  plugins: [{ name: "keep-places", transform: keepPlaces }],
});
// Without comments and spaces, which also take time to load. Names stay: errors and logs show them.
const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
await bundle.write({ file: process.argv[2], format: "cjs", codeSplitting: false, minify });

/** Files that a module finds beside itself stay where they are. */
function keepPlaces(code, id) {
  if (!code.includes("import.meta.url")) return undefined;
  return { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)), map: null };
}
