/** The package that checks records and answers, for programs that run without an import map. */

/** Its name and version, as deno.json has them. */
export const ZOD = "npm:zod@4.6.7";
