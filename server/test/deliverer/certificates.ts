import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}
export interface Certificates {
  /** The certificate of the authority, for clients that should trust it. */
  readonly ca: string;
  readonly good: Certificate;
  /** By the same authority, for another name. */
  readonly wrongName: Certificate;
  readonly expired: Certificate;
  /** Self-signed. */
  readonly stranger: Certificate;
}

export const RECEIVER_HOST = "127.0.0.10";
const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

let made: Certificates | undefined;

/** Once per test file. */
export const makeCertificates = (): Certificates => (made ??= newCertificates());

/** Creates an authority and its certificates for this run. */
function newCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "tributary-certificates-"));
  const run = (...args: string[]): void => {
    execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  };
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const selfSigned = (name: string, names: string): void =>
    run("req", "-x509", ...EC, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-subj", `/CN=${name}`, "-days", "30",
      "-addext", `subjectAltName=${names}`); // prettier-ignore
  const issued = (name: string, names: string, days = "30"): Certificate => {
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
    run("req", ...EC, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    run("x509", "-req", "-in", `${name}.csr`, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", days,
      "-extfile", `${name}.ext`, "-out", `${name}.pem`); // prettier-ignore
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  try {
    selfSigned("ca", "DNS:authority.test");
    selfSigned("stranger", `IP:${RECEIVER_HOST}`);
    return {
      ca: read("ca.pem"),
      good: issued("good", `IP:${RECEIVER_HOST},DNS:hooks.test,DNS:*.hooks.test`),
      wrongName: issued("wrong", "DNS:elsewhere.test"),
      expired: issued("expired", `IP:${RECEIVER_HOST}`, "-1"),
      stranger: { key: read("stranger.key"), cert: read("stranger.pem") },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
