import { deepEqual } from "node:assert/strict";
import { readSaid } from "../../../judge/said.ts";
import { assertWordings } from "./_tables.ts";

Deno.test("readSaid() reads work that the message says is not done", () => {
  assertWordings("remaining", {
    yes: [
      "## Remaining\n- tests\n- docs",
      "**TODO:**\n- wire up the cache",
      "### Not done\n1. The mobile view",
      "Still to do:\n- error handling",
      "#### Known gaps\n- no retry on 503",
      "- [x] schema\n- [ ] API",
      "The export endpoint is not yet implemented.",
      "I haven't added tests for the error path.",
      "The config loader still needs to be updated.",
      "I left the retry logic as a TODO.",
      "The payment call is a placeholder.",
      "The mailer is stubbed out for now.",
      "I skipped the integration tests for now.",
      "Remaining: the admin page.",
      "Four of the seven controllers are migrated, and three are still left.",
      "The feature is only partially implemented.",
      "Outstanding work:\n\n* localisation",
      "I only implemented the happy path.",
      "## Left to do\n\n| What | Where |\n| --- | --- |\n| paging | `list.ts` |",
      "I ran out of time before the migration script.",
    ],
    no: [
      "",
      "Nothing remaining.",
      "No remaining issues.",
      "Remaining: none",
      "## Remaining\n\nNone.",
      "## Remaining work\n- None",
      "- [x] schema\n- [x] API",
      "All TODOs are resolved.",
      "I built the todo list component.",
      "The remaining budget is shown in the header.",
      "I removed the stubbed payment call.",
      "The field has a placeholder.",
      "```\n- [ ] later\n```",
      "> TODO: tests\n\nI wrote them.",
      "I haven't changed any other files.",
      "The tests use a stubbed clock.",
      "It throws if the option is not supported.",
      "Done, nothing is left to do.",
      "If a step is not finished, the job is retried.",
      "`TODO` comments are now reported by the linter.",
    ],
  });
});

Deno.test("readSaid() lists every item under a heading of open work", () => {
  deepEqual(
    readSaid(
      "## Done\n- parser\n\n## Remaining work\n### Backend\n- paging\n- auth\n\n### UI\n- form",
    )
      .remaining,
    ["paging", "auth", "form"],
  );
});

Deno.test("readSaid() reads the agent's own next steps", () => {
  assertWordings("nextSteps", {
    yes: [
      "## Next steps\n- implement the API\n- write the tests",
      "**Next steps:**\n1. Add the index",
      "### What's next\n- connect the form",
      "Next, I will add the tests.",
      "Next, I'll wire the service up.",
      "The next step is to implement the handler.",
      "Next steps:\n- fix the two failing specs",
      "After that, I'll update the docs.",
      "Next step: migrate the users table.",
      "I will add the tests next.",
      "The next steps are to connect the database and to add logging.",
      "Then I'll move on to the second module.",
      "Next up – the settings page.",
      "## 🚀 Next Steps\n\n1. **API**: implement the routes\n2. **UI**: build the form",
      "Next steps\n- Implement paging",
      "The schema is ready. Next I need to generate the client.",
    ],
    no: [
      "",
      "Done.",
      "## Next steps (optional)\n- add caching",
      "## Suggested next steps\n- add caching",
      "## Future improvements\n- add caching",
      "You may want to consider adding caching.",
      "## Next steps\n- Review the pull request\n- Merge it",
      "## Next steps\n- You may want to add monitoring",
      "The Next button is disabled on the last page.",
      "I upgraded Next.js.",
      "Next steps: none.",
      "```\nNext steps:\n- foo\n```",
      "> Next, I will add the tests.\n\nDone.",
      "The next release is in May.",
      "The list shows the next five events.",
      "If you want, the next step could be to add caching.",
      "## Recommended follow-ups\n- rate limits",
    ],
  });
});

Deno.test("readSaid() reads an announcement that nothing follows", () => {
  assertWordings("announced", {
    yes: [
      "Let me start by reading the config.",
      "I'll now update the tests.",
      "Now I need to change the callers.",
      "Starting with the parser:",
      "I found the file. Let me look at it.",
      "I'll start by exploring the code base.",
      "Great, the build works. Now let me add the tests:",
      "I'm going to rewrite the loader.",
      "Let's fix this.",
      "Now I'll implement the second endpoint…",
      "The types are wrong. I will correct them now.",
      "The schema is clear, so I'll write the migration.",
      "First, let me check the logs.",
      "## Plan\n\n- schema\n- API\n\nLet me begin with the schema.",
      "Moving on to the second file.",
      "Running the tests now...",
    ],
    no: [
      "",
      "Done.",
      "Let me know if you need anything else.",
      "Let me start by reading the config. It sets the port to 80, which is the cause.",
      "I'll now update the tests.\n\n```ts\ntest();\n```",
      "I'll wait for your answer.",
      "I'll leave that to you.",
      "Should I start?",
      "Once you confirm, I'll start.",
      "If CI fails, I'll have a look.",
      "The server will now restart by itself.",
      "I updated the tests.",
      "You'll now see the banner.",
      "> Let me start by reading the config.",
      "I'll be happy to help further.",
      "The user needs to start the app first.",
      "## Let me explain",
    ],
  });
});
