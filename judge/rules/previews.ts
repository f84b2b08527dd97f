/** Rules about commands that stop short: a preview instead of the act, a few instead of all. */

import { commandKey, isLooking } from "./commands.ts";
import type { Facts } from "./facts.ts";
import type { Rule } from "./rule.ts";
import { code } from "../../lib/text/text.ts";

const MAX_TASK = 4_000;

/** Options that make a command only say what it would do. */
const PREVIEW_OPTION =
  /(?:^|\s)(?:--dry[-_]?run(?:[= ](?!none\b|false\b)\w+)?|--what-?if|-WhatIf|--noop|--no-op|--preview|--simulate|--just-print|--check-only|--plan-only|--diff-only|--pretend)(?=\s|$|["'])/;

/** Programs with a word for a preview and another for the act. */
const PREVIEW_WORD =
  /\b(?:terraform|tofu|terragrunt)\b.{0,80}\bplan\b|\bpulumi (?:\S+ )?preview\b|\bcdk (?:diff|synth)\b|\bhelm (?:diff|template)\b|\bkubectl diff\b|\b(?:prisma migrate diff|flyway (?:info|validate)|liquibase (?:status|updateSQL)|alembic .{0,40}--sql|atlas .{0,40}diff|sqlmesh plan)\b|\bansible-playbook\b.{0,120}(?:\s--check\b|\s-C\b)|\brsync\b.{0,40}\s-\w*n/;

/** To do something where it counts, and not only to write it down. */
const ACT =
  /\b(?:apply|deploy|roll ?out|rollout|provision|publish|release|ship|execute|go ahead|migrate|sync|import|export|backfill|delete|purge|prune|clean(?: up)?|remove|send|upload|upgrade|scale|resize|restart|rename|move|archive|rotate|raise|lower|increase|reduce|enable|disable|switch|restore|re-?index|run)\b/i;

/** For a program with a word of its own for it, to write its files is work too, and a plan a check. */
const ACT_THERE =
  /\b(?:apply|deploy|roll ?out|rollout|provision|execute|go ahead|run (?:the |all )?migrations?|migrate|(?:in|on|to) (?:the )?(?:prod(?:uction)?|staging|cluster|live)\b)/i;

/** The person wants the preview, or wants no more. */
export const WANTS_PREVIEW =
  /\b(?:dry[- ]?runs?|previews?|(?:only|just) (?:run |do |show )?(?:a |the )?plan|plan only|terraform plan|what[- ]if|simulat\w+|do(?: not|n['’]t) (?:apply|deploy|publish|run|execute|delete|send|roll)|without (?:applying|deploying|running|executing|deleting|sending)|not yet|look at it first|before (?:i|we|you) (?:apply|deploy|merge)|script (?:that|which|to)|mode|option|flag)\b/i;

/** All of it. */
const ALL =
  /\b(?:all|every|each|whole|entire|everything|everywhere|full|complete(?:ly)?|backfill|bulk|across|rest of|re-?index|migrate|import)\b/i;

/** Options that make a command stop early. */
const LIMIT_OPTION =
  /(?:^|\s)--(?:limit|max(?:-\w+)?|sample(?:-\w+)?|first|top|count|take|rows|num(?:-\w+)?|subset|only-first)(?:[= ])\d|(?:^|\s)--sample(?=\s|$)|(?:^|\s)(?:LIMIT|MAX_ROWS|SAMPLE|MAX)=\d/;
const LIMIT_WORDS =
  /\b(?:sample|limit|first|top|at most|up to|subset|only \d|pilot|trial|preview|\d+ (?:rows|records|items|of the))\b/i;

function asked({ task }: Facts): string {
  return task.text.slice(0, MAX_TASK);
}

/** Programs that only start another. */
const STARTERS =
  /^(?:python[\d.]*|node|deno|bun|ruby|bash|sh|zsh|php|npx|uv|poetry|bundle|npm|pnpm|yarn|make|just|java|dotnet|perl|run|exec|sudo|\.?\/?gradlew|rails|manage\.py|-m)$/;

/** What a command runs: its program, and the script where that only starts one. */
function act(command: string): string {
  const words = commandKey(command).split(/\s+/);
  const at = words.findIndex((word) => !STARTERS.test(word));
  return words.slice(0, at < 0 ? 2 : at + 1).join(" ");
}

/** The last command that fits, if the same was not done later without it. */
function endedAs({ done }: Facts, fits: (command: string) => boolean): string | null {
  const last = done.commands.findLast(({ command, outcome }) =>
    outcome !== "failed" && fits(command.slice(0, 2_000))
  );
  if (last === undefined) return null;
  const later = done.commands.some(({ command, step }) =>
    step >= last.step && command !== last.command && !fits(command) && !isLooking(command) &&
    act(command) === act(last.command)
  );
  return later || (last.command.match(/&&|;/) !== null && !fits(last.command.split(/&&|;/).at(-1)!))
    ? null
    : last.command;
}

/** Rules against a complete verdict. */
export const PREVIEW_RULES: readonly Rule[] = [
  {
    name: "only_previewed",
    when: "something was to be done, and the last run of its command only says what it would do",
    why: "a plan or a dry run changes nothing",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} that does it",
    find: (facts) => {
      const words = asked(facts);
      if (!facts.work || !ACT.test(words) || WANTS_PREVIEW.test(words)) return [];
      const previews = (command: string): boolean =>
        PREVIEW_OPTION.test(command) || (ACT_THERE.test(words) && PREVIEW_WORD.test(command));
      const command = endedAs(facts, previews);
      return command === null ? [] : [{
        fact: `${code(command)} only says what it would do, and nothing did it`,
        turn: facts.saidAt,
        missing: "The act itself: so far there is only a preview of it",
        action: `Do what ${code(command)} previews, and show the result`,
      }];
    },
  },
  {
    name: "only_a_sample",
    when: "all of something was to be done, and the last run of its command stops early",
    why: "that it works for a few does not do the rest",
    severity: "MEDIUM",
    effect: "incomplete",
    yields: true,
    settled: "a run of {} without its limit",
    find: (facts) => {
      const words = asked(facts);
      if (!facts.work || !ALL.test(words) || LIMIT_WORDS.test(words)) return [];
      const command = endedAs(
        facts,
        (one) =>
          LIMIT_OPTION.test(one) && !isLooking(one) &&
          !/\b(?:gh|git|docker|kubectl|psql|mysql) /.test(one),
      );
      return command === null ? [] : [{
        fact: `All of it was asked for, and ${code(command)} stops early`,
        turn: facts.saidAt,
        missing: "The rest: only a part was done",
        action: `Run ${code(command)} without its limit and show the result`,
      }];
    },
  },
];
