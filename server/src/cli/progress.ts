import type { Progress } from "../usecases/installation/progress.ts";

const PAUSE_MS = 1_000;

/** Reports the progress of long work on stderr, because stdout belongs to the outcome. */
export class ProgressLines {
  #toldAt = Number.NEGATIVE_INFINITY;

  readonly step = (text: string): void => {
    process.stderr.write(`${text} …\n`);
    this.#toldAt = performance.now();
  };

  /** At most one line per second. */
  readonly table = ({ table, rows, index, of }: Progress): void => {
    if (performance.now() - this.#toldAt < PAUSE_MS) return;
    this.#toldAt = performance.now();
    process.stderr.write(`  ${table}: ${rows.toLocaleString("en")} rows (table ${index + 1} of ${of})\n`);
  };
}
