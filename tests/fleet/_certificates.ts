// Certificates that only one test trusts.

import assert from "node:assert/strict";
import { run } from "../support/process.ts";
import type { Scratch } from "../support/repository.ts";

/** Who vouches for others, and what it vouched for. */
export interface Certificates {
  /** The paths of files. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

async function openssl(...args: string[]): Promise<void> {
  const { code, stderr } = await run("openssl", args);
  assert.equal(code, 0, stderr);
}

/** Makes an authority and one certificate of it, good for a server of this name and for a client. */
export async function makeCertificates(
  scratch: Scratch,
  name: string,
  host = "localhost",
): Promise<Certificates> {
  const path = (file: string) => scratch.path(`${name}-${file}`);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await openssl(
    ...["req", "-x509", ...key, "-days", "2", "-subj", `/CN=${name} authority`],
    ...["-keyout", path("ca.key"), "-out", path("ca.pem")],
  );
  await openssl(
    ...["req", "-x509", ...key, "-days", "2", "-subj", `/CN=${name}`],
    ...["-CA", path("ca.pem"), "-CAkey", path("ca.key")],
    ...["-addext", `subjectAltName=DNS:${host}`, "-addext", "basicConstraints=CA:FALSE"],
    ...["-addext", "extendedKeyUsage=serverAuth,clientAuth"],
    ...["-keyout", path("key.pem"), "-out", path("cert.pem")],
  );
  return { ca: path("ca.pem"), cert: path("cert.pem"), key: path("key.pem") };
}
