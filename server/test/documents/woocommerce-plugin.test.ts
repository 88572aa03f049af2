import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pathOf } from "../support/programs.ts";

const plugin = fileURLToPath(new URL("../../../docs/connectors/tributary-woocommerce.php", import.meta.url));
const php = pathOf("php");

const CLICK = "clk_01kjmma2g0f1rrrffrgqrx4a05";
const LATER = "clk_01kjmmb000f1rrrffrgqrx4a05";
const FORGED = "clk_7zzzzzzzzzzzzzzzzzzzzzzzzz";

/** The functions of WordPress and WooCommerce that the plug-in uses. Each action runs with an order of its own. */
const HARNESS = `
define('ABSPATH', '/');
$actions = [];
$declared = [];
function add_action($name, $callback, $priority = 10, $arguments = 1) {
  global $actions;
  $actions[$name][] = fn(...$given) => $callback(...array_slice($given, 0, $arguments));
}
eval('namespace Automattic\\\\WooCommerce\\\\Utilities; class FeaturesUtil {
  public static function declare_compatibility($feature, $file, $positive) { $GLOBALS["declared"][$feature] = $positive; }
}');
class WC_Order {
  public $meta = [];
  public function update_meta_data($key, $value) { $this->meta[$key] = $value; }
}
require $argv[1];
$meta = [];
foreach ($actions as $name => $callbacks) {
  $order = new WC_Order();
  foreach ($callbacks as $callback) $callback($order, ['a' => 1]);
  $meta[$name] = (object) $order->meta;
}
echo json_encode(['meta' => $meta, 'declared' => $declared]);
`;

interface Ran {
  readonly meta: Record<string, Record<string, string>>;
  readonly declared: Record<string, boolean>;
}

function run(cookies: string | undefined): Ran {
  const set =
    cookies === undefined ? "" : `$_SERVER['HTTP_COOKIE'] = ${JSON.stringify(cookies).replaceAll("$", "\\$")};`;
  const settings = ["-d", "display_errors=stderr", "-d", "error_reporting=-1"];
  const { stdout, stderr } = spawnSync(php, [...settings, "-r", set + HARNESS, plugin], { encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Ran;
}

const CHECKOUTS = ["woocommerce_checkout_create_order", "woocommerce_store_api_checkout_update_order_from_request"];

describe("the WooCommerce plug-in", () => {
  it.each(CHECKOUTS)("stores the click ID with the order, and nothing else, on %s", (action) => {
    expect(run(`wp=1; service_id=${CLICK}; other=2`).meta[action]).toEqual({ _service_id: CLICK });
  });

  it.each([
    ["two clicks", `service_id=${CLICK}; service_id=${LATER}`, LATER],
    ["two clicks, the later first", `service_id=${LATER};service_id=${CLICK}`, LATER],
    ["a forged ID with a future time", `service_id=${FORGED}; service_id=${CLICK}`, CLICK],
    ["a clock that is far behind", `service_id=${FORGED}`, FORGED],
    ["no cookie", "", undefined],
    ["no cookie header", undefined, undefined],
    ["another cookie's name", `my_service_id=${CLICK}`, undefined],
    ["text that is no click ID", "service_id=clk_x; service_id=<b>; service_id=chk_1", undefined],
    ["text after the ID", `service_id=${CLICK}0`, undefined],
  ])("with %s, stores what t.js would", (_case, cookies, expected) => {
    for (const action of CHECKOUTS) expect(run(cookies).meta[action]?.["_service_id"]).toBe(expected);
  });

  it("works with High-Performance Order Storage and the block checkout, and says so", () => {
    expect(run("").declared).toEqual({ custom_order_tables: true, cart_checkout_blocks: true });
  });

  it("does nothing outside of WordPress", () => {
    const { status, stdout, stderr } = spawnSync(php, [plugin], { encoding: "utf8" });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });
});
