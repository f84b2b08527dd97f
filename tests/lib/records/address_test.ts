import assert from "node:assert/strict";
import { isFleetAddress, parseFleetAddress } from "../../../lib/records/address.ts";
import { UserError } from "../../../lib/text/errors.ts";

Deno.test("an address names one server or several, with or without a port", () => {
  const cases: [text: string, servers: string[], encrypted: boolean, shown: string][] = [
    ["nats://host:4222", ["host:4222"], false, "nats://host:4222"],
    ["nats://host", ["host:4222"], false, "nats://host:4222"],
    ["NATS://Host:80", ["host:80"], false, "nats://host:80"],
    ["nats://a:1,b:2,c", ["a:1", "b:2", "c:4222"], false, "nats://a:1,b:2,c:4222"],
    ["nats://a:1,nats://b:2", ["a:1", "b:2"], false, "nats://a:1,b:2"],
    ["nats://a:1,tls://b:2", ["a:1", "b:2"], true, "tls://a:1,b:2"],
    ["tls://[::1]:4222", ["[::1]:4222"], true, "tls://[::1]:4222"],
    ["nats://host:4222/", ["host:4222"], false, "nats://host:4222"],
  ];
  for (const [text, servers, encrypted, shown] of cases) {
    assert.ok(isFleetAddress(text));
    assert.deepEqual(parseFleetAddress(text), { servers, encrypted, shown });
  }
});

Deno.test("what is no address is refused by its name", () => {
  const wrong = [
    ...["", "host:4222", "http://host", "nats://", "nats://a,,b", "nats://a:99999"],
    ...["nats://a/stream", "nats://a?x=1", "nats://a b", "nats://a#b", "./nats://a"],
  ];
  for (const text of wrong) {
    assert.throws(() => parseFleetAddress(text), (error: Error) => {
      assert.ok(error instanceof UserError, text);
      assert.ok(error.message.startsWith(`"${text}" is no address`), error.message);
      return true;
    });
  }
});

Deno.test("an address with a password is refused without repeating it", () => {
  for (
    const text of [
      "nats://user:hunter2@host:4222",
      "nats://a:1,hunter2@b",
      "hunter2@host",
      "nats://u:hunter2%40h",
    ]
  ) {
    assert.throws(() => parseFleetAddress(text), (error: Error) => {
      assert.match(error.message, /NATS_USER/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    });
  }
});

Deno.test("what stands in the place of a port is not repeated: it may be a password", () => {
  assert.throws(
    () => parseFleetAddress("nats://user:hunter2"),
    /^UserError: "nats:\/\/user:…" is no/,
  );
});

Deno.test("a folder is no address, whatever it is called", () => {
  for (const text of ["shop", "../nats", "/nats:/x", "nats:/x", "C:\\nats://"]) {
    assert.equal(isFleetAddress(text), false);
  }
});
