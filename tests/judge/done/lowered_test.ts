import { deepEqual, equal, ok } from "node:assert/strict";
import { callOf } from "../../../judge/conversation.ts";
import { bendsExpectation, loweredBy, loweringIn } from "../../../judge/done/lowered.ts";

const edit = (before: string, after: string) =>
  callOf({ name: "Edit", input: { file_path: "a", old_string: before, new_string: after } });

Deno.test("loweredBy() sees what an edit makes weaker, in many languages", () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["@Test void a() {}", '@Disabled("later") @Test void a() {}', "check"],
    ["it('a', f)", "it.skip('a', f)", "check"],
    ["def test_a():", "@pytest.mark.xfail\ndef test_a():", "check"],
    ["func TestA(t *testing.T) {", 'func TestA(t *testing.T) {\n\tt.Skip("x")', "check"],
    ["#[test]", "#[test]\n#[ignore]", "check"],
    ["run: make test", "run: make test || true", "check"],
    ["expect(a).toBe(1)", "// expect(a).toBe(1)", "check"],
    ["x = f()", "x = f()  # type: ignore", "silence"],
    ["get(url)", "get(url, verify=False)", "lock"],
    ["tls.Config{}", "tls.Config{InsecureSkipVerify: true}", "lock"],
    ["origins: allowed", 'origins: ["*"]', "lock"],
  ];
  for (const [before, after, what] of cases) {
    equal(loweredBy(edit(before, after))?.what, what, after);
    equal(loweredBy(edit(after, before)), null, `back from ${after}`);
    equal(loweredBy(edit(after, `${after}\nmore`)), null, `was there: ${after}`);
  }
});

Deno.test("loweredBy() reads patches and several edits in one call", () => {
  const patch = "*** Update File: a.py\n-get(url)\n+get(url, verify=False)\n";
  equal(loweredBy(callOf({ name: "apply_patch", input: { patchText: patch } }))?.what, "lock");
  const edits = [{ old_string: "a", new_string: "b" }, {
    old_string: "test(",
    new_string: "test.skip(",
  }];
  equal(loweredBy(callOf({ name: "MultiEdit", input: { edits } }))?.what, "check");
  equal(loweredBy(callOf({ name: "MultiEdit", input: { edits: [null, 3] } })), null);
});

Deno.test("bendsExpectation() sees that only the expected value was changed", () => {
  ok(bendsExpectation(edit("assert total(c) == 3.80", "assert total(c) == 3.79")));
  ok(bendsExpectation(edit('expect(name).toBe("a")', 'expect(name).toBe("b")')));
  ok(!bendsExpectation(edit("assert total(c) == 3.80", "assert total(d, 1) == 3.80")));
  ok(!bendsExpectation(edit("x = 1", "x = 2")));
});

Deno.test("loweringIn() is quick on hostile texts", () => {
  for (const bit of ["host all ", "verify", "skip", '"a": ', "mode 7", "csrf(", "@", "\\", "# "]) {
    const text = bit.repeat(Math.ceil(1_000_000 / bit.length));
    const before = performance.now();
    loweringIn(text);
    deepEqual(performance.now() - before < 2_000, true, bit);
  }
});
