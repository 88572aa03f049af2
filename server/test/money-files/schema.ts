import { spawnSync } from "node:child_process";
import { pathOf } from "../support/programs.ts";

/** What xmllint says about the file by ISO's own schema: nothing when it is valid. */
export function problemsBySchema(xml: string): string {
  const schema = pathOf("pain.001.001.09.xsd");
  const { status, stderr } = spawnSync(pathOf("xmllint"), ["--noout", "--nonet", "--schema", schema, "-"], {
    input: xml,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}
