// Exports once and reports the duration and the memory use.
import { draftFolder } from "../../server/dist/system/export-folder.js";
import { exportEverything } from "../../server/dist/usecases/installation/export-everything.js";

const [connection = "{}", path = ""] = process.argv.slice(2);
const MB = 1_048_576;
/** @type {{ rows: number, rss: number }[]} */
const seen = [];
let rowsBefore = 0;
let table = "";
let rows = 0;
const began = performance.now();
await exportEverything({
  connection: JSON.parse(connection),
  folder: await draftFolder(path),
  tributary: "bench",
  secretKeyFingerprint: "",
  onProgress: (progress) => {
    if (progress.table !== table) rowsBefore = rows;
    table = progress.table;
    rows = rowsBefore + progress.rows;
    seen.push({ rows, rss: process.memoryUsage.rss() });
  },
});
const ms = performance.now() - began;
const early = seen.find((each) => each.rows >= rows / 10)?.rss ?? 0;
const growthMb = (Math.max(...seen.map(({ rss }) => rss)) - early) / MB;
console.log(JSON.stringify({ ms, rows, growthMb }));
