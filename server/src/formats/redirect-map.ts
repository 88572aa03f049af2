/** A link and its target, for a web server that is independent of Tributary. */
export interface Redirect {
  readonly code: string;
  readonly target: string;
  readonly campaign: string;
  readonly affiliate: string;
}

// nginx expands variables in values and cannot escape a dollar sign, so the sign itself comes from a variable.
export const MAP_HEADING = `# Tributary's links, for nginx. Include this file in the http block, and use it in a server block:
#
#   location /r/ {
#     if ($tributary_target = "") { return 404; }
#     return 302 $tributary_target;
#   }
#
# With thousands of links, nginx needs a larger map_hash_max_size. Set it in the http block.
geo $tributary_dollar {
  default "$";
}
map $uri $tributary_target {
  default "";
`;
export const MAP_ENDING = "}\n";

export function mapLine({ code, target }: Redirect): string {
  return `  ${quoted(`/r/${code}`)} ${quoted(target)};\n`;
}

function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${escaped.replaceAll("$", "${tributary_dollar}")}"`;
}
