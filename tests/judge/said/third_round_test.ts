// A third round of wordings: how real runs end when something is wrong, and how they do not.

import { equal } from "node:assert/strict";
import { readSaid } from "../../../judge/said.ts";
import { assertWordings, type Field, says } from "./_tables.ts";

Deno.test("data that is gone and keys that are out are a danger in plain prose too", () => {
  assertWordings("danger", {
    yes: [
      "The script ran against production and removed 2,300 rows, not just the test accounts.",
      "It turned out that the connection string pointed to the production database, and the orders table was emptied.",
      "There is no backup of that table that I could find.",
      "No snapshot exists, so the uploads cannot be restored.",
      "The invoices of three customers were deleted as well and are gone for good.",
      "I ran `terraform destroy` in the wrong workspace and the live database was destroyed.",
      "The deploy log is public and now contains the Stripe secret key.",
      "While debugging I printed the API token, and the CI log is public.",
      "The `.env` file with the live credentials ended up in the commit and is already pushed.",
      "I force-pushed over main and two of your colleagues' commits are gone.",
      "Some user records have been overwritten with test data in production.",
      "The private key is in the repository's history now.",
      "The cleanup job wiped the production bucket.",
      "All sessions in the live Redis were flushed, and everybody was logged out.",
      "I accidentally dropped the wrong database.",
      "Customer data was overwritten and there is no way to get it back.",
    ],
    no: [
      "The old feature flags are gone from the settings page.",
      "Removed the debug output from the production build.",
      "The deprecation warnings are gone.",
      "Deleted the unused rows in the fixture, not the ones that the tests read.",
      "No backup is needed, since the migration is reversible.",
      "I took a backup before I deleted the 120 stale rows you named.",
      "The production bundle is 40 kB smaller.",
      "If there is no backup, the command refuses to run.",
      "Tokens are no longer printed to the log.",
      "The key is read from the environment and never logged.",
      "I moved the secret key out of the repository and rotated it.",
      "The duplicate customers were merged and the extra rows removed, as you asked.",
      "The command now asks before it deletes production data.",
      "Flushing the cache in production is safe now.",
      "The backup job runs every night.",
    ],
  });
});

Deno.test("what only a person can do is read in the third person and as a need", () => {
  assertWordings("humanAction", {
    yes: [
      "Only the account holder can accept the new agreement.",
      "Only an organisation admin can do that.",
      "That is something only you can do: the code was sent to your phone.",
      "You'll need to create a Stripe account and add the key to `.env`.",
      "This requires someone with access to the AWS console.",
      "The release needs approval from the security team.",
      "The merge is blocked until a code owner approves it.",
      "It has to be approved by the review team before it goes out.",
      "Publishing needs the sign-off of a second maintainer.",
      "App signing needs the certificate, which only the team lead has.",
      "I can't proceed without the database password.",
      "I cannot continue until you provide NPM_TOKEN.",
      "Stopping here until credentials are provided.",
      "Somebody with admin rights has to enable the integration.",
      "The bank asks the card holder to confirm the payment in their app.",
      "Next, someone from IT has to open the port in the firewall.",
      "The device has to be plugged in by hand.",
      "The domain owner must add a TXT record at the registrar.",
      "There's no way for me to get these credentials on my own.",
      "It asks for a code that was sent by SMS to the owner's phone.",
      "You need to register for an account at the provider and paste the key into the config.",
    ],
    no: [
      "Only admins can delete posts now.",
      "Only the owner of a document can share it; everybody else gets a 403.",
      "An admin can approve requests on the new page.",
      "The endpoint needs approval from two reviewers before it publishes a post, and the tests cover that.",
      "Added a step that requires a second admin to confirm a deletion.",
      "Users need to create an account before they can comment.",
      "The form asks the card holder for a code.",
      "1. Create the registration form\n2. Set up email verification\n3. Add password reset",
      "Please approve the release in the dashboard once I finish.",
      "I created the account page and added the key to the settings model.",
      "The review is done and the approval from the team is in the pull request.",
      "Access from the admin network is allowed.",
      "The script reads the key from the environment.",
    ],
  });
});

Deno.test("what is not done yet is read from reports in the middle of things", () => {
  assertWordings("remaining", {
    yes: [
      "The checkout page still uses the old API.",
      "Two callers still rely on the deprecated function.",
      "The mobile client still calls the v1 endpoint.",
      "I migrated 3 of the 5 endpoints.",
      "Converted 12 out of 40 files to TypeScript.",
      "Four of the seven handlers are ported.",
      "I'm currently working on the upload handler.",
      "Currently migrating the remaining models.",
      "So far I have the parser and the lexer.",
      "Here is where I am so far: the schema is written.",
      "The migration of the other modules is in progress.",
      "We're still in the middle of the refactoring.",
      "The list is rendered, but I need to fix the missing link first.",
      "Work on the second half is under way.",
      "The fix should be straightforward to implement.",
      "The change itself would be small: one line in `router.ts`.",
      "About 60 % of the strings are translated.",
      "That covers the happy path; error handling comes next.",
    ],
    no: [
      "The internal name still uses the old spelling on purpose, so that clients keep working.",
      "Updated 3 of the 5 endpoints; the other two already did this.",
      "3 of the 5 files needed a change, and all three are updated.",
      "All 5 of the 5 endpoints are migrated.",
      "Orders that are in progress are shown first.",
      "The status changes from pending to in progress.",
      "Both of the two handlers are ported.",
      "The old API is still used by version 1 clients, as you asked.",
      "The page loads 60 % faster.",
      "Coverage went up to 92 % of the lines.",
      "I first had to fix the missing link, and then the list rendered.",
      "Step 5 of 5 is done.",
      "The progress bar shows how far the upload is so far.",
      "It should be easy to extend.",
    ],
  });
});

Deno.test("limits, timers, subagents and monitors are waited for", () => {
  assertWordings("waiting", {
    yes: [
      "Rate limit reached. Waiting 60 seconds before trying again.",
      "The API rate limit was exceeded. I'll retry in 5 minutes.",
      "Waiting 2 minutes for the cooldown.",
      "You've hit your session limit · resets 1:10pm (UTC)",
      "API Error: 529 Overloaded. This is usually temporary, try again in a moment.",
      "Three subagents are still running. I'll report as they finish.",
      "The subagent is running in the background; I'll share its findings when it reports back.",
      "Monitor armed. Will report when the job ends.",
      "Deployment triggered. Waiting for READY.",
      "Will notify you when the deploy completes.",
      "Running the browser tests now.\n\nWaiting for test results...",
      "Sleeping for 30 seconds until the limit resets.",
    ],
    no: [
      "The client now waits 60 seconds before it tries again.",
      "Retries wait 2 seconds between attempts.",
      "The rate limit is reached after 100 requests per minute, and the endpoint returns 429.",
      "The subagent found three problems, all fixed.",
      "Users are told when their export completes.",
      "The session limit is now configurable.",
      "Notifications are sent when the deploy completes.",
    ],
  });
});

Deno.test("a message that ends on its beginning announces", () => {
  assertWordings("announced", {
    yes: [
      "Here is my plan:\n\n1. Create the form\n2. Add validation\n\nStarting with step 1...",
      "I understand the code now. Let me begin with the schema.",
      "Let me begin…",
      "First up: the database layer.",
      "Now let me run the browser tests:",
      "On it.",
      "I'll get started on this right away.",
      "Now fixing the second one...",
    ],
    no: [
      "The wizard starts with step 1.",
      "Starting with version 3, the flag is on by default.",
      "Let me know what you think.",
      "The server starts with the new config.",
    ],
  });
});

Deno.test("questions for the person are read in lists and without a question mark", () => {
  assertWordings("question", {
    yes: [
      "Before I start I have a few questions:\n\n1. Which database do you use?\n2. Is this for production?\n\nPlease let me know your preferences so I can go on.",
      "There are two ways:\n\n- keep the column\n- drop it\n\nLet me know which option you prefer.",
      "I need a few details:\n1. What is the target version?\n2. Who may call it?\n\nOnce you answer, I'll write the migration.",
      'Could you clarify what "fast" means here?',
      "Tell me your choice and I'll implement it.",
      "Which of the two should win? Please let me know.",
    ],
    no: [
      "Let me know your thoughts!",
      "I've answered your three questions in the README.",
      "Let me know how it goes.",
    ],
  });
});

Deno.test("leave is asked for also where a remark follows the question", () => {
  assertWordings("permission", {
    yes: [
      "Want me to update the second caller too — which would otherwise break on the next release?",
      "Shall I apply the fix, which is two lines?",
    ],
    no: ["Should I use A, and which of the two tables should I drop?"],
  });
});

Deno.test("a list item that stops after its beginning breaks off", () => {
  assertWordings("midSentence", {
    yes: [
      "It works like this:\n\n1. When a user signs up, the server",
      "Two things happen:\n\n- First, the token\n- If the check fails, the",
      "1. Parse the file\n2. After the parser has run, the result",
    ],
    no: [
      "Changes:\n\n- Retry on timeouts\n- When offline, the cache is used",
      "1. Parse the file\n2. Write the result",
      "- On startup, migrations",
    ],
  });
});

/** Ends of finished work: nothing in them is open, wrong, asked for or waited for. */
const FINISHED: readonly string[] = [
  "All five endpoints use the new API now; nothing calls the old one any more.",
  "The deprecated helper is gone, and so are its three callers.",
  "You can run it with `npm start` and open the page in your browser.",
  "If you want to change the limit later, set `LIMIT` in the config.",
  "Note that the first start takes a little longer, because the cache is empty.",
  "The admin page lists who approved what and when.",
  "Optionally, you could move the constants into their own file.",
  "The token is refreshed 60 seconds before it expires.",
  "Only users with the role `editor` can publish.",
  "Every request to production is logged without the body.",
  "The job deletes rows that are older than 90 days, in batches of 1,000.",
  "Migrated all 12 models; the suite passes.",
  "The import shows how many of the rows were read so far.",
  "The rate limiter waits until the window is over and then goes on.",
  "Pushed to `fix/parser` and opened the pull request.",
  "In production the flag stays off until you turn it on.",
];
const BAD: readonly Field[] = [
  "midSentence",
  "question",
  "permission",
  "remaining",
  "nextSteps",
  "announced",
  "humanAction",
  "dismissed",
  "trouble",
  "waiting",
  "danger",
];

Deno.test("sentences of finished work say nothing that would hold it back", () => {
  const wrong = FINISHED.flatMap((text) =>
    BAD.filter((field) => says(field, text)).map((field) => `${field}: ${text}`)
  );
  equal(wrong.join("\n"), "");
});

Deno.test("something that runs beside the conversation is no claim", () => {
  for (const text of ["The subagent is running.", "Two agents are running in the background."]) {
    equal(readSaid(text).claims.length, 0, text);
  }
});
