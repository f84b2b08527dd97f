import { deepEqual, equal } from "node:assert/strict";
import { conversationOf, turnOf } from "../../judge/conversation.ts";
import type { TaskKind } from "../../judge/task/kind.ts";
import type { Wish } from "../../judge/task/wishes.ts";
import { type Task, taskOf } from "../../judge/task.ts";

function task(...messages: string[]): Task {
  const turns = messages.flatMap((text) => [
    turnOf({ origin: "person", text }),
    turnOf({ origin: "agent", text: "Here it is." }),
  ]);
  return taskOf(conversationOf(turns));
}

const KINDS: Readonly<Record<TaskKind, readonly string[]>> = {
  work: [
    "Fix the login bug.",
    "the button is broken",
    "Can you fix the login?",
    "Could you please add a footer?",
    "Why is the build failing? Fix it.",
    "Investigate why CI fails and fix it",
    "Investigate why CI fails",
    "Plan and implement the migration",
    "Make a plan for the migration and implement it",
    "Implement the plan in docs/plan.md",
    "Create a plan page in the admin UI",
    "Don't change the public API. Add a flag.",
    "Don't write code without tests. Add a parser.",
    "I want you to rename foo to bar",
    "When the user clicks, show a dialog.",
    "Let's add caching",
    "Could you parallelise the suite?",
    "It crashes when I click. Can you help?",
    "The page at https://example.test/?a=1 is broken",
    "Show a dialog when the user clicks",
    "/deploy staging",
    "yes",
  ],
  research: [
    "Research the best ORM for us. Do not write any code.",
    "Just investigate why CI fails.",
    "Analyse the performance of the parser, no changes please",
    "Compare Redis and Memcached; research only.",
    "Find out why the server leaks memory without making any changes.",
    "Explore the code base. Don't change anything.",
    "Review the code, but don’t make any changes",
    "Please look into the flaky test. No code changes.",
  ],
  plan: [
    "Make a plan for the migration.",
    "Write a design doc for the cache.",
    "Give me a detailed proposal for the new API",
    "Design the architecture for the cache, don't implement it yet.",
    "How would you add caching? Don't implement yet.",
    "Outline how you would split the module",
    "Propose an approach to the migration. Don't write any code yet.",
    "Add a dark mode. Just a plan for now.",
  ],
  question: [
    "What does this function do?",
    "Can you explain how the login works?",
    "Explain how the login works.",
    "How do I run the tests?",
    "Should we add caching?",
    "why is this slow",
    "Is it possible to fix this with a lock?",
    "tell me what changed",
    "Which library would you recommend?",
    "Could you tell me what changed?",
    "Can you see the new file?",
  ],
};

for (const [kind, messages] of Object.entries(KINDS)) {
  Deno.test(`a task is told to be ${kind}`, () => {
    for (const message of messages) equal(task(message).kind, kind, message);
  });
}

Deno.test("a later message can turn a plan into work", () => {
  equal(task("Make a plan for the migration.", "Go ahead").kind, "work");
  equal(task("Make a plan for the migration.", "yes, do it").kind, "work");
  equal(task("Make a plan for the migration.", "Now implement it").kind, "work");
  equal(task("Make a plan for the migration.", "What about the index?").kind, "plan");
});

Deno.test("a later message keeps research what it is unless it asks for work", () => {
  const research = "Research the best ORM. Do not write code.";
  equal(task(research, "Also compare the licences").kind, "research");
  equal(task(research, "continue").kind, "research");
  equal(task(research, "Which one is faster?").kind, "research");
  equal(task(research, "Use the second one. Add it to the project.").kind, "work");
});

Deno.test("a question after work leaves it work", () => {
  equal(task("Fix the login", "Why did it fail?").kind, "work");
});

const WISHES: readonly (readonly [string, readonly Wish[]])[] = [
  ["Fix the login and run the tests.", ["test"]],
  ["Run `npm test`", ["test"]],
  ["Make sure that all tests pass", ["test"]],
  ["All tests must pass.", ["test"]],
  ["Add unit tests for the parser", ["test"]],
  ["Fix the failing tests", ["test"]],
  ["Make sure it compiles and all tests pass.", ["test", "build"]],
  ["Run lint, tests and the build, then open a PR.", ["test", "lint", "build", "pull_request"]],
  ["Run the build", ["build"]],
  ["Fix the broken build", ["build"]],
  ["Build a web app with a login page", []],
  ["Refactor X. The type check must pass. Fix all lint errors.", ["types", "lint"]],
  ["Run tsc", ["types"]],
  ["Commit the changes and push them to origin", ["commit", "push"]],
  ["Could you commit this and create a pull request?", ["pull_request", "commit"]],
  ["Don't forget to commit and push", ["commit", "push"]],
  ["When done, commit.", ["commit"]],
  ["- fix the login\n- commit\n- push", ["commit", "push"]],
  ["1. fix the login\n2. deploy it", ["deploy"]],
  ["Deploy to staging", ["deploy"]],
  ["Publish it to the registry", ["deploy"]],
  ["Run the migration script", ["run"]],
  ["Start the server", ["run"]],
  ["Please don't push, just commit.", ["commit"]],
  ["Don't commit or push.", []],
  ["Do not commit and push anything", []],
  ["No need to run tests", []],
  ["Implement the parser without committing", []],
  ["Implement the parser without committing or pushing", []],
  ["Update the README, skip the tests", []],
  ["Never push to main! Open a PR.", ["pull_request"]],
  ["Don't commit without running the tests.", ["test"]],
  ["Before you commit, run the tests", ["test"]],
  ["How do I run the tests?", []],
  ["The commit message is wrong, fix it", []],
  ["Fix the commit hook", []],
  ["Push notifications do not arrive", []],
  ["Explain the release notes", []],
  ["Fix this:\n```\nrun the tests\ngit commit\n```", []],
  ["Somebody wrote:\n> push it\nIs that right?", []],
];

Deno.test("wishes are what is told to be done", () => {
  for (const [message, wishes] of WISHES) deepEqual(task(message).wishes, wishes, message);
});

Deno.test("the newest word on a wish counts", () => {
  deepEqual(task("Fix it and run the tests", "no need to run the tests").wishes, []);
  deepEqual(task("Don't push", "Looks right. Push it.").wishes, ["push"]);
  deepEqual(task("Fix it, then commit", "and push").wishes, ["commit", "push"]);
});
