import { Command } from "commander";
import { loadConfig, type Config } from "../config.ts";
import { connect } from "../db/database.ts";
import type { Services } from "../usecases/context.ts";
import { migrateInstallation, openInstallation, secretKeyOf } from "../installation.ts";
import { serve, type Ready } from "../serve.ts";
import { systemClock } from "../system/clock.ts";
import { createLog } from "../system/log.ts";
import { clearDemoFolder, demoFolder, freePortFrom, readDemo, writeDemo, type Demo } from "./demo-folder.ts";
import { EXIT, EXIT_HELP, printFailure, printOutcome, type Outcome } from "./outcome.ts";

interface Options {
  readonly dir?: string;
  readonly seed: string;
  readonly fresh?: boolean;
  readonly make?: boolean;
  readonly json?: boolean;
}

const ABOUT = "run the service with a year of sample data, in a separate folder";
const DEFAULT_SEED = "7";

export function demoCommand(): Command {
  const demo = new Command("demo")
    .description(ABOUT)
    .option("--dir <folder>", "data folder (default: ./demo-data)")
    .option("--seed <number>", "generate a different year of data", DEFAULT_SEED)
    .option("--fresh", "delete the demo's data and generate it again")
    .option("--make", "generate the data without starting the service")
    .option("--json", "print one JSON object when ready")
    .addHelpText("after", EXIT_HELP)
    .action(async () => {
      const options = demo.opts<Options>();
      const asJson = options.json === true;
      try {
        process.exit(await runDemo(options, (outcome) => printOutcome(outcome, asJson)));
      } catch (error) {
        process.exit(printFailure(error, asJson));
      }
    });
  return demo;
}

async function runDemo(options: Options, print: (outcome: Outcome) => void): Promise<number> {
  const config = await demoConfig(demoFolder(options.dir), loadConfig());
  const found = readDemo(config.dataDir);
  if (found && (options.fresh === true || found.madeAt === null)) await discardDemo(config);
  const kept = options.fresh === true || found?.madeAt === null ? undefined : found;
  const demo = kept ?? (await make(config, Number(options.seed)));
  if (!demo) return EXIT.failed;
  if (options.make !== true) return serve(config, (ready) => print(greeting(demo, ready)));
  print(greeting(demo, undefined));
  return 0;
}

type DemoConfig = Config & { readonly dataDir: string };

/** The operator's settings, except those that could touch their data or contact anyone. */
async function demoConfig(dataDir: string, given: Config): Promise<DemoConfig> {
  const port = await freePortFrom(given.port, given.host);
  return {
    ...given,
    port,
    baseUrl: port === given.port ? given.baseUrl : `http://localhost:${port}`,
    dataDir,
    databaseUrl: undefined,
    secretKey: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    processes: 1,
  };
}

/**
 * Takes over the server first: refuses while another process uses it, and stops a server that a killed run left behind.
 */
async function discardDemo(config: DemoConfig): Promise<void> {
  const installation = await openInstallation(config, { role: "app" });
  await installation.close();
  clearDemoFolder(config.dataDir);
}

class Stopped extends Error {}

/** Shuts its server down when told to stop. The next run discards a half-finished demo. */
async function make(config: DemoConfig, seed: number): Promise<Demo | undefined> {
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await makeYear(config, seed, (share, month) => {
      if (isStopping) throw new Stopped();
      sayProgress(share, month);
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    process.stderr.write("The demo is incomplete. The next run generates it from scratch.\n");
    return undefined;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

async function makeYear(
  config: DemoConfig,
  seed: number,
  onProgress: (share: number, month: string) => void,
): Promise<Demo> {
  writeDemo(config.dataDir, { madeUp: true, seed, madeAt: null, signIns: [] });
  const [{ buildApp, buildServices }, { makeDemo }] = await Promise.all([
    import("../app.ts"),
    import("../demo/make-demo.ts"),
  ]);
  const installation = await openInstallation(config, {
    role: "app",
    // If the machine crashes, the demo is simply created again.
    settings: ["synchronous_commit=off"],
  });
  try {
    await migrateInstallation(installation);
    const db = connect(installation.connection, { onIdleError: () => {}, max: 4 });
    const log = createLog("error");
    const parts = { config: { ...config, roles: ["http"] as const }, db, log, secretKey: secretKeyOf(config) };
    const end = systemClock.now();
    try {
      const signIns = await makeDemo({
        seed,
        end,
        log,
        retrySeconds: config.webhookRetrySeconds,
        open: async (handed: Pick<Services, "clock" | "random">) => ({
          app: await buildApp({ ...parts, ...handed }),
          services: buildServices({ ...parts, ...handed }),
        }),
        onProgress,
      });
      const demo: Demo = { madeUp: true, seed, madeAt: end.toISOString(), signIns };
      writeDemo(config.dataDir, demo);
      return demo;
    } finally {
      await db.close();
    }
  } finally {
    await installation.close();
  }
}

let said = "";

/** One line per month, to stderr, because stdout belongs to the outcome. */
function sayProgress(share: number, month: string): void {
  if (month === said) return;
  said = month;
  process.stderr.write(`  ${month}  ${String(Math.round(share * 100)).padStart(3)}%\n`);
}

function greeting({ signIns, madeAt }: Demo, ready: Ready | undefined): Outcome {
  const width = Math.max(...signIns.map(({ email }) => email.length));
  const people = signIns.map(({ who, email, password }) => `  ${email.padEnd(width)}  ${password}  ${who}`);
  const where =
    ready === undefined ? [] : [`The demo is running at ${ready.baseUrl}/signin`, `  data  ${ready.dataDir ?? ""}`];
  return {
    json: { base_url: ready?.baseUrl ?? null, data_dir: ready?.dataDir ?? null, made_at: madeAt, sign_ins: signIns },
    text: [
      "All data is made up: the shop, its partners and their orders. Addresses end in .example and reach no one.",
      ...where,
      "Sign in as:",
      ...people,
    ],
  };
}
