/** The compact report that an answer begins with. */

import type { UnblockReport } from "../../../schema/unblock.ts";
import { OUTPUTS, REPORT_FIELDS } from "../contract.ts";
import { shown, type Violation } from "../violation.ts";
import type { Answer } from "./answer.ts";
import { fault, type Place } from "./fault.ts";
import { readForm } from "./form.ts";
import { layerOf, unknownLayer } from "./layer.ts";

/** A report, or what keeps it from being one. */
interface CheckedReport {
  /** Null where a field is missing or empty, or the layer is none. */
  readonly report: UnblockReport | null;
  readonly violations: readonly Violation[];
}

/** Reads and checks the report of an answer. */
export function checkReport({ report: written, outputs }: Answer): CheckedReport {
  const form = readForm(written, { prefix: "", fields: REPORT_FIELDS, mayBeNone: [], line: null });
  const violations = [...form.violations];
  const place = (name: string): Place => ({
    where: name,
    line: written.find((field) => field.name === name)?.line ?? null,
  });
  const value = (name: string): string => form.values.get(name)?.join(" ") ?? "";

  const said = value("failure_layer");
  const layer = layerOf(said);
  if (said !== "" && layer === null) {
    violations.push(unknownLayer(said, place("failure_layer")));
  }
  const action = value("action");
  const [output, ...others] = outputs;
  if (action !== "" && output !== undefined && others.length === 0 && !isNamed(action, output)) {
    const message = `Action "${shown(action)}", expected the output that follows, "${output.name}"`;
    violations.push(fault("action_mismatch", message, place("action")));
  }
  const observations = form.values.get("observations");
  const hypothesis = value("new_hypothesis");
  const isWhole = layer !== null && observations !== undefined && hypothesis !== "" &&
    action !== "";
  return {
    report: isWhole
      ? { failure_layer: layer, observations, new_hypothesis: hypothesis, action }
      : null,
    violations,
  };
}

/** Whether an action names this output first, and no other one. */
function isNamed(action: string, { name }: { readonly name: string }): boolean {
  const words: readonly string[] = action.match(/[a-z_]+/g) ?? [];
  const names: readonly string[] = OUTPUTS.map((output) => output.name);
  return words[0] === name && !words.some((word) => word !== name && names.includes(word));
}
