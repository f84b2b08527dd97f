import { fuzz } from "./_faults_fuzz.ts";

Deno.test("any payload, environment and repository: 200 cases leave whole records and nothing else", async () => {
  await fuzz(20261117, 200);
});
