// Three weeks of made-up work on three repositories, with everything in it that can happen.

import type { RunRecord } from "../../lib/records/record.ts";
import { recordsOf, type Told } from "./_page_records.ts";

const SPECIAL: Told[] = [
  {
    time: "2026-11-17T14:02:11.000Z",
    repo: "shop",
    task: "shop/drop-legacy-prices",
    session: "7f3c1a52",
    risk: ["data", 0.95],
    files: ["db/migrations/0042_prices.sql", "src/prices.ts", "tests/prices_test.ts"],
    confidence: 0.9,
    doubt: "The migration drops the old price column, and I could not find out who else reads it",
    hidden: "The nightly export was not run against the new schema",
    asked: "Move prices to integer cents and drop the legacy column; all tests must pass",
    judged: ["HIGH", "A passing test run after the last change"],
    found: [
      ["HIGH", "The migration cannot be reversed: the column is dropped before it is copied"],
      ["LOW", "The index keeps the name of the old column"],
    ],
  },
  {
    time: "2026-11-17T11:40:05.000Z",
    repo: "portal",
    task: "portal/session-cookies",
    session: "b81d09e4",
    risk: ["auth", 0.9],
    files: ["src/auth/session.ts", "src/auth/cookie.ts"],
    confidence: 0.75,
    doubt: "Sessions that began before the change may be logged out",
    asked: "Make session cookies SameSite=Lax and rotate the signing key",
    judged: true,
  },
  {
    time: "2026-11-16T17:25:40.000Z",
    repo: "fleet-infra",
    task: "fleet-infra/tf-state-lock",
    session: "02aa6c1f",
    agent: "opencode",
    risk: ["infra", 0.85],
    files: ["terraform/backend.tf"],
    doubt: "Nobody but the owner of the account can grant the missing permission",
    asked: "Put a lock on the Terraform state",
    judged: ["BLOCKER", "Permission to create the lock table"],
    person: true,
    gaveUp: "Decide who grants dynamodb:CreateTable",
  },
  {
    time: "2026-11-16T09:12:00.000Z",
    repo: "shop",
    task: "shop/checkout-totals",
    session: "c55e71b0",
    risk: ["data", 0.7],
    files: ["src/orders/total.ts", "src/orders/tax.ts", "src/orders/rounding.ts"],
    confidence: 0.6,
    doubt: "Rounding of mixed tax rates follows the old code, which may have been wrong",
    asked: "Fix the order total when a voucher is applied",
    judged: true,
    found: [],
  },
  {
    time: "2026-11-15T13:08:30.000Z",
    repo: "portal",
    task: "portal/invite-mails",
    session: "e4019d77",
    risk: ["ui", 0.35],
    confidence: 0.85,
    doubt: "The mail was looked at in one client only",
    asked: "Show the sender's name in invitation mails",
    judged: ["MEDIUM", "A screenshot of the mail, which was asked for"],
  },
  {
    time: "2026-11-14T16:44:00.000Z",
    repo: "shop",
    task: "shop/search-suggestions",
    session: "1d2f8a63",
    risk: ["ui", 0.3],
    confidence: 0.8,
    asked: "Suggest products while a person types",
    judged: true,
    found: [["MEDIUM", "Every keystroke asks the server"]],
  },
  {
    time: "2026-11-17T15:55:00.000Z",
    repo: "portal",
    task: "portal/export-csv",
    session: "9b7740c8",
    risk: ["ui", 0.25],
    asked: "Let people export their list as CSV",
    doubt: "Whether the separator should be a comma or a semicolon was not said",
    waits: true,
  },
  {
    time: "2026-11-13T08:20:00.000Z",
    repo: "fleet-infra",
    task: "fleet-infra/runner-image",
    session: "6610fe2d",
    agent: "opencode",
    risk: ["build", 0.2],
    degraded: true,
  },
];

const PLAIN: [task: string, asked: string, doubt: string][] = [
  ["readme-links", "Mend the dead links in the README", "One link answers only from inside"],
  ["flaky-login-test", "Find out why the login test fails now and then", "It may still race"],
  ["empty-cart", "Say something friendly when the cart is empty", "Not translated yet"],
  ["lint-rules", "Turn on the new lint rules and mend what they find", "Some are only silenced"],
  ["date-picker", "Begin weeks on Monday", "Two places still have their own calendar"],
  ["upgrade-runtime", "Move to the next version of the runtime", "Only tested on Linux"],
  ["stock-badge", "Show how many pieces are left", "The figure is a minute old"],
  ["changelog", "Write the changelog of the release", "I may have missed a change"],
];

/** All records of the demo: about forty runs. */
export function demoRecords(): RunRecord[] {
  return [...SPECIAL, ...plainRuns()].flatMap(recordsOf);
}

/** What goes on besides: small changes, mostly done. */
function plainRuns(): Told[] {
  const repos = ["shop", "portal", "fleet-infra"];
  const risks = [
    ...["docs", "test", "ui", "build", "none"] as const,
  ];
  return Array.from({ length: 34 }, (_, index): Told => {
    const repo = repos[index % 3]!;
    const [task, asked, doubt] = PLAIN[index * 5 % PLAIN.length]!;
    const hours = 20 + index * 13.7;
    const time = new Date(Date.parse("2026-11-17T06:30:00.000Z") - hours * 3_600_000);
    const surface = risks[index * 3 % risks.length]!;
    return {
      time: time.toISOString(),
      repo,
      task: `${repo}/${task}`,
      // Every fifth is one more turn of the session before.
      session: `a0${(index % 5 === 4 ? index - 3 : index).toString(16).padStart(2, "0")}77c1`,
      risk: [surface, [0.1, 0.05, 0.3, 0.2, 0][index * 3 % 5]!],
      confidence: [0.95, 0.8, 0.9, 0.7, 0.85, 0.6, 0.99][index % 7]!,
      doubt,
      asked,
      ...index % 4 === 3 ? {} : { judged: index % 11 === 5 ? ["LOW", "A test for it"] : true },
      ...index % 6 === 0 ? { found: [] } : {},
    };
  });
}
