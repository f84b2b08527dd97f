import assert from "node:assert/strict";
import { connectionSecrets } from "../../fleet/credentials.ts";
import { UserError } from "../../lib/text/errors.ts";

const SECRET = "hunter2-very-secret";
const FILES: Record<string, string> = {
  "/password": `${SECRET}\n`,
  "/ca.pem": "CA",
  "/cert.pem": "CERT",
  "/key.pem": SECRET,
};

/** What comes of an environment. */
function secrets(variables: Record<string, string>, encrypted = false) {
  return connectionSecrets(encrypted, {
    env: (name) => variables[name.replace("NATS_", "")],
    readFile: (path) => {
      const text = FILES[path];
      if (text === undefined) throw new Deno.errors.NotFound(`${path} ${SECRET}`);
      return new TextEncoder().encode(text);
    },
  });
}

/** What an authenticator says to a server. */
function said(variables: Record<string, string>): unknown {
  const { authenticator } = secrets(variables);
  assert.ok(typeof authenticator === "function");
  return authenticator("nonce");
}

Deno.test("who says nothing connects with nothing", () => {
  assert.deepEqual(secrets({}), {});
  assert.deepEqual(secrets({ USER: "" }), {});
  assert.deepEqual(secrets({}, true), { tls: {} });
});

Deno.test("a password comes from the environment or from a file, whose last line may end", () => {
  assert.deepEqual(said({ USER: "u", PASSWORD: SECRET }), { user: "u", pass: SECRET });
  assert.deepEqual(said({ USER: "u", PASSWORD_FILE: "/password" }), { user: "u", pass: SECRET });
  assert.deepEqual(said({ USER: "u" }), { user: "u", pass: "" });
});

Deno.test("certificates come from files", () => {
  assert.deepEqual(secrets({ CA: "/ca.pem" }).tls, { ca: "CA" });
  assert.deepEqual(secrets({ CERT: "/cert.pem", KEY: "/key.pem" }).tls, {
    ...{ cert: "CERT", key: SECRET },
  });
});

Deno.test("what contradicts itself or is not there is named, and no secret with it", () => {
  const cases: [variables: Record<string, string>, message: RegExp][] = [
    [{ USER: "u", CREDS: "/x" }, /^NATS_CREDS and NATS_USER do not go/],
    [{ NKEY: "/x", CREDS: "/x" }, /^NATS_CREDS and NATS_NKEY do not go/],
    [
      { USER: "u", PASSWORD: SECRET, PASSWORD_FILE: "/password" },
      /PASSWORD and NATS_PASSWORD_FILE do not go/,
    ],
    [{ PASSWORD: SECRET }, /set NATS_USER too/],
    [{ CERT: "/cert.pem" }, /CERT and NATS_KEY go together/],
    [{ CREDS: "/none" }, /^Cannot read "\/none", which NATS_CREDS names$/],
    [{ NKEY: "/none" }, /^Cannot read "\/none", which NATS_NKEY names$/],
    [{ CA: "/none" }, /^Cannot read "\/none", which NATS_CA names$/],
    [{ USER: "u", PASSWORD_FILE: "/none" }, /^Cannot read "\/none", which .*PASSWORD_FILE names$/],
  ];
  for (const [variables, message] of cases) {
    assert.throws(() => secrets(variables), (error: Error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, new RegExp(SECRET));
      return true;
    });
  }
});
