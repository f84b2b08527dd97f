// Whether words are asked for, or a deed: any verb may ask for a deed.

import { deepEqual, equal } from "node:assert/strict";
import { conversationOf, turnOf } from "../../judge/conversation.ts";
import { wantsWords } from "../../judge/rules/wanted.ts";
import { taskOf } from "../../judge/task.ts";

function asksForWords(...messages: string[]): boolean {
  return wantsWords(
    taskOf(conversationOf(messages.map((text) => turnOf({ origin: "person", text })))),
  );
}

Deno.test("an order asks for a deed, by whatever verb", () => {
  const deeds = [
    "Validate the email in the signup form",
    "Cache the responses",
    "Hide the sidebar on mobile",
    "Return 404 for unknown ids",
    "Paginate the results",
    "Rebase onto main",
    "Merge the branch",
    "Sort the imports",
    "Send the weekly report to the team",
    "Sync the bucket",
    "Speed up the parser",
    "Get rid of the global state",
    "Prevent double submits",
    "Allow anonymous users",
    "Show a spinner while loading",
    "Show the number of users in the header",
    "Display the version in the footer",
    "Translate the strings in de.json to German",
    "Dark mode for the settings page please",
    "login page should redirect to /home",
    "Search should ignore case",
    "The build is red",
    "Create a summary page",
    "Round prices to two decimals",
    "Hide the sidebar on mobile, will you?",
    "Cache the responses for 5 minutes, please?",
  ];
  deepEqual(deeds.filter((text) => asksForWords(text)), []);
});

Deno.test("what asks for words is known by its signs", () => {
  const words = [
    "List my open pull requests",
    "Show me the failing test",
    "Show the last 5 commits",
    "Review PR #4",
    "Find the function that handles login and tell me its name",
    "Summarise the diff and all the risks",
    "Check whether the cache expires",
    "Compare Redis and Memcached",
    "Investigate the crash",
    "Use grep to find all TODOs",
    "Help me find the leak",
    "Write a haiku about Rust",
    "Give me three names for the app",
    'Translate "good morning" to Spanish',
    "Explain the parser and keep it short",
    "List the endpoints and sort them by path",
    "Make a list of all endpoints",
    "Fetch https://example.test/a and summarise it",
    "I'm new here. Explain the build.",
    "Login fails with 500. Find out why.",
    "Quick question: is a partial index used for ORDER BY",
  ];
  deepEqual(words.filter((text) => !asksForWords(text)), []);
});

Deno.test("a deed beside words is a deed, in the same message and in another", () => {
  const mixed: readonly string[][] = [
    ["Find and fix the leak"],
    ["Review the module and dockerize it"],
    ["Dockerize the app and list the steps"],
    ["Paginate results and explain how"],
    ["Check the logs and fix the crash"],
    ["Explain what you find. Then rotate the keys."],
    ["Investigate why it is slow and speed it up"],
    ["Hide the sidebar", "explain what you did"],
  ];
  deepEqual(mixed.filter((messages) => asksForWords(...messages)), []);
});

Deno.test("what only takes back is no order: the question behind it is the task", () => {
  for (
    const message of [
      "Forget it. What does the test test?",
      "Never mind. Where is the config read?",
      "Stop. Why did you change the parser?",
      "Leave that for now. How does the cache work?",
    ]
  ) {
    const turns = ["Fix add(), and run the tests", message]
      .map((text) => turnOf({ origin: "person", text }));
    equal(taskOf(conversationOf(turns)).kind, "question", message);
  }
});
