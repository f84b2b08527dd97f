/** What asking a model loads, fetched beforehand: the programs under test may use the cache only. */

import { ZOD } from "../../schema/zod_package.ts";
import { PACKAGES } from "../../lib/model/backends/packages.ts";
import { deno } from "./process.ts";

const { code, stderr } = await deno([
  ...["cache", "--quiet", "--no-config", "--no-lock", ...Object.values(PACKAGES), ZOD],
]);
if (code !== 0) throw new Error(`Cannot fetch what asking a model loads: ${stderr}`);
