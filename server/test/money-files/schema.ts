import { spawnSync } from "node:child_process";
import { pathOf } from "../support/programs.ts";

/** The errors that xmllint finds by ISO's schema; empty if the file is valid. */
export function problemsBySchema(xml: string): string {
  const schema = pathOf("pain.001.001.09.xsd");
  const { status, stderr } = spawnSync(pathOf("xmllint"), ["--noout", "--nonet", "--schema", schema, "-"], {
    input: xml,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}
