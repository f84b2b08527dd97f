import assert from "node:assert/strict";
import { changed, finds, said } from "./_change.ts";
import { floorIssues } from "../../../review/floor/floor.ts";

/** What a check must find, and what reads almost the same and must be left alone. */
interface Cases {
  what: RegExp;
  found: [path: string, lines: string][];
  left: [path: string, lines: string][];
}

const CASES: Record<string, Cases> = {
  "a test that is switched off": {
    what: /A test is switched off/,
    found: [
      ["src/a.test.ts", "it.skip('adds', () => {"],
      ["src/a.spec.js", 'describe.skip("adds", () => {'],
      ["tests/a_test.ts", 'Deno.test.ignore("adds", () => {'],
      ["src/a.test.tsx", "xit('adds', () => {"],
      ["tests/test_a.py", "@pytest.mark.skip(reason='later')"],
      ["tests/test_a.py", "    @unittest.skip('later')"],
      ["src/test/java/ATest.java", '@Disabled("later")'],
      ["src/test/kotlin/ATest.kt", "    @Ignore"],
      ["pkg/a_test.go", 'func TestA(t *testing.T) {\n\tt.Skip("later")'],
      ["tests/a.rs", '#[ignore = "later"]'],
      ["src/lib.rs", "    #[ignore]"],
      ["spec/a_spec.rb", 'xit "adds" do'],
      ["tests/ATests.cs", '[Fact(Skip = "later")]'],
      ["test/a_test.exs", "  @tag :skip"],
      ["tests/a_test.cpp", "TEST(Sum, DISABLED_adds) {"],
    ],
    left: [
      ["src/a.test.ts", "test.skip(!HAS_DATABASE, 'needs a database')"],
      ["src/a.test.ts", "it.skipIf(isWindows)('adds', () => {"],
      ["src/a.test.ts", "// it.skip('adds', () => {"],
      ["src/a.test.ts", "const text = \"it.skip('adds')\";"],
      ["src/a.test.ts", "reader.skip('x')"],
      ["src/a.ts", "it.skip('adds', () => {"],
      ["tests/test_a.py", "@pytest.mark.skipif(sys.platform == 'win32', reason='x')"],
      ["tests/test_a.py", "@unittest.skipUnless(HAS_X, 'needs X')"],
      ["pkg/a_test.go", "\tif testing.Short() {\n\t\tt.Skip()\n\t}"],
      ["src/test/java/ATest.java", "// @Disabled"],
      ["src/test/java/ATest.java", "@IgnoreExtraProperties"],
      ["tests/a.rs", "// #[ignore]"],
      ["src/lib.rs", "    #[ignored_by_serde]"],
      ["vendor/a/src/lib.rs", "    #[ignore]"],
      ["tests/fixtures/a.test.ts", "it.skip('adds', () => {"],
    ],
  },
  "a test that is focused": {
    what: /A test is focused/,
    found: [
      ["src/a.test.ts", "it.only('adds', () => {"],
      ["src/a.test.ts", "describe.only(`adds`, () => {"],
      ["tests/a_test.ts", 'Deno.test.only("adds", () => {'],
      ["src/a.spec.js", "fdescribe('adds', () => {"],
      ["spec/a_spec.rb", 'fit "adds" do'],
      ["spec/a_spec.rb", 'it "adds", focus: true do'],
      ["Tests/ASpec.swift", 'fdescribe("adds") {'],
      ["test/a_test.dart", "  }, solo: true);"],
    ],
    left: [
      ["src/a.test.ts", "model.fit('data')"],
      ["src/a.test.ts", "expect(list.only('adds')).toBe(1)"],
      ["src/a.test.ts", "// it.only('adds', () => {"],
      ["src/model.ts", "fit('data')"],
      ["spec/a_spec.rb", "fitting = 1"],
      ["test/a_test.dart", "  }, solo: false);"],
    ],
  },
  "an error that is swallowed": {
    what: /An error is swallowed/,
    found: [
      ["src/a.ts", "try { f() } catch {}"],
      ["src/a.ts", "  } catch (error) {\n  }"],
      ["src/a.js", "await f().catch(() => {});"],
      ["lib/a.py", "    except:\n        pass"],
      ["lib/a.py", "    except Exception as error:\n        pass"],
      ["lib/a.py", "    except (Exception, ValueError): pass"],
      ["src/A.java", "} catch (IOException e) {\n}"],
      ["src/a.cpp", "catch (...) { }"],
      ["src/A.cs", "catch (Exception) {}"],
      ["pkg/a.go", "\t_ = err"],
      ["pkg/a.go", "\tif err != nil {\n\t}"],
      ["lib/a.rb", "  rescue => e\n  end"],
      ["lib/a.rb", "value = compute rescue nil"],
      ["src/a.php", "} catch (\\Throwable $e) {}"],
    ],
    left: [
      ["src/a.ts", "} catch {\n  // The file need not be there\n}"],
      ["src/a.ts", "} catch { /* the file need not be there */ }"],
      ["src/a.ts", "} catch (error) {\n  report(error);\n}"],
      ["src/a.ts", "await f().catch(() => null);"],
      ["src/a.test.ts", "try { f() } catch {}"],
      ["lib/a.py", "    except KeyError:\n        pass"],
      ["lib/a.py", "    except Exception:\n        log(error)"],
      ["lib/a.py", "    except Exception:\n        pass  # optional"],
      ["lib/a.py", '"""\nexcept:\n    pass\n"""'],
      ["pkg/a.go", "\t_ = errors.New(x)"],
      ["pkg/a.go", "\tif err != nil {\n\t\treturn err\n\t}"],
      ["lib/a.rb", "  rescue KeyError\n    nil\n  end"],
      ["bin/run.sh", "rm file || true"],
    ],
  },
  "a leftover of debugging": {
    what: /leftover of debugging/,
    found: [
      ["src/a.ts", "  debugger;"],
      ["src/a.test.ts", "  debugger;"],
      ["src/a.tsx", "  console.log('here', value);"],
      ["lib/a.py", "    print(value)"],
      ["lib/a.py", "    import pdb; pdb.set_trace()"],
      ["tests/test_a.py", "    breakpoint()"],
      ["src/a.rs", "    let x = dbg!(y);"],
      ["lib/a.rb", "  binding.pry"],
      ["src/a.php", "var_dump($x);"],
      ["src/main/java/A.java", "  System.out.println(x);"],
      ["lib/a.ex", "  IO.inspect(value)"],
      ["pkg/a.go", "\tspew.Dump(x)"],
      ["src/A.cs", "  Debugger.Break();"],
    ],
    left: [
      ["src/a.ts", "  console.error('failed', error);"],
      ["src/a.ts", "  console.debug('seen', value);"],
      ["src/a.ts", "  // console.log('here');"],
      ["src/a.ts", "  const hint = \"console.log('here')\";"],
      ["src/cli.ts", "  console.log(result);"],
      ["scripts/release.mjs", "  console.log('done');"],
      ["examples/a.js", "  console.log('hello');"],
      ["src/a.test.ts", "  console.log(value);"],
      ["src/a.ts", "console.log(usage);\nrun(process.argv);"],
      ["docs/a.py", "print(value)"],
      ["app/management/commands/a.py", "    print(value)"],
      ["app/migrations/0001_a.py", "    print('done')"],
      ["lib/a.py", "    pprint(value)"],
      ["lib/a.py", "    set_breakpoint(here)"],
      ["lib/a.py", "print(1)\nif __name__ == '__main__':"],
      ["src/a.rs", '    println!("{x}");'],
      ["src/a.php", "$this->dd($x);"],
    ],
  },
  "a note that something is left": {
    what: /Something is left to be done/,
    found: [
      ["src/a.ts", "// TODO: handle the rest"],
      ["src/a.tsx", "{/* @TODO translate */}"],
      ["src/a.ts", "const x = 1; // FIXME"],
      ["lib/a.py", "x = 1  # TODO(me): handle the rest"],
      ["pkg/a.go", "/* HACK around the driver */"],
      ["src/a.rs", "/// XXX: wrong for zero"],
      [".github/workflows/a.yml", "  # TODO: pin"],
      ["db/a.sql", "-- TODO: index"],
    ],
    left: [
      ["src/a.ts", 'const label = "TODO: later";'],
      ["src/a.ts", "const TODO = 1;"],
      ["src/todo.ts", "// The todo list, and a TODOLIST"],
      ["lib/a.py", '"""Prints TODO: items."""'],
      ["lib/a.py", "HACKS = 2"],
      ["README.md", "TODO: write more"],
      ["src/a.rs", 'let s = "// TODO: x";'],
    ],
  },
  "text that is run as code": {
    what: /Text is run as code/,
    found: [
      ["src/a.ts", "const value = eval(text);"],
      ["src/a.ts", "window.eval('1 + ' + x)"],
      ["src/a.js", "const f = new Function('a', body);"],
      ["lib/a.py", "value = eval(text)"],
      ["lib/a.py", "    exec(code, scope)"],
      ["lib/a.rb", "eval(text)"],
      ["src/a.php", "eval($code);"],
      ["bin/run.sh", 'eval "$cmd"'],
      ["bin/run.sh", "if true; then eval ${cmd} 2>&1; fi"],
      ["bin/run.bash", 'run() { eval "$@"; }'],
    ],
    left: [
      ["src/a.ts", "page.$eval(selector, f)"],
      ["src/a.ts", "redis.eval(script)"],
      ["src/a.ts", "const value = eval('1 + 1');"],
      ["src/a.ts", "// eval(text)"],
      ["src/a.ts", "evaluate(text)"],
      ["src/a.test.ts", "eval(text)"],
      ["lib/a.py", "model.eval()"],
      ["lib/a.py", "value = literal_eval(text)"],
      ["lib/a.py", "def eval(self):"],
      ["lib/a.py", "message = 'do not eval(x)'"],
      ["lib/a.rb", "evaluate(text)"],
      ["src/a.php", "$this->eval($code);"],
      ["bin/run.sh", 'eval "$(ssh-agent -s)"'],
      ["bin/run.sh", "eval 'echo 1'"],
      ["bin/run.sh", 'eval "$name=\\$value"'],
      ["bin/run.sh", '# eval "$cmd"'],
      ["bin/run.sh", "echo 'eval \"$cmd\"'"],
      ["bin/run.sh", 'medieval "$cmd"'],
    ],
  },
  "a shell that gets text put together": {
    what: /A shell gets text that is put together/,
    found: [
      ["src/a.ts", "execSync(`git log ${branch}`);"],
      ["src/a.js", "child_process.exec('ls ' + folder, done);"],
      ["lib/a.py", 'os.system(f"rm {path}")'],
      ["lib/a.py", 'os.system("rm %s" % path)'],
      ["lib/a.py", 'subprocess.run(f"rm {path}", shell=True)'],
      ["lib/a.py", "subprocess.run(\n    'rm ' + path,\n    shell=True,\n)"],
      ["lib/a.py", "subprocess.run(cmd, shell=True)"],
      ["lib/a.py", "subprocess.check_output(\n    command,\n    shell=True,\n)"],
      ["lib/a.py", "cmd = f'rm {path}'\nsubprocess.run(cmd, shell=True)"],
      ["pkg/a.go", 'cmd := exec.Command("sh", "-c", "rm "+path)'],
      ["src/A.java", 'Runtime.getRuntime().exec("rm " + path);'],
      ["lib/a.rb", 'system("rm #{path}")'],
      ["src/a.php", 'shell_exec("rm $path");'],
      ["src/a.rs", '.arg("-c").arg(format!("rm {path}"))'],
    ],
    left: [
      ["src/a.ts", "execSync('git log');"],
      ["src/a.ts", "const match = pattern.exec(`${a}`);"],
      ["src/a.ts", "execFile('git', ['log', branch]);"],
      ["src/a.ts", "// execSync(`git log ${branch}`)"],
      ["lib/a.py", 'os.system("clear")'],
      ["lib/a.py", 'subprocess.run("ls | wc", shell=True)'],
      ["lib/a.py", 'subprocess.run(["rm", path])'],
      ["lib/a.py", "subprocess.run(cmd, shell=False)"],
      ["lib/a.py", "subprocess.run(COMMAND, shell=True)"],
      ["lib/a.py", "cmd = 'ls | wc'\nsubprocess.run(cmd, shell=True)"],
      ["pkg/a.go", 'cmd := exec.Command("git", "log", branch)'],
      ["lib/a.rb", 'system("rm", path)'],
      ["src/a.php", '$db->exec("rm $path");'],
      ["tests/test_a.py", 'os.system(f"rm {path}")'],
    ],
  },
  "a download that is run unseen": {
    what: /A download is run unseen/,
    found: [
      ["bin/setup.sh", "curl -fsSL https://get.test/install.sh | sh"],
      ["bin/setup.sh", 'wget -qO- "https://get.test/a?b&c" | sudo -E bash -'],
      ["Dockerfile", "RUN curl -sSf https://get.test | bash -s -- -y"],
      ["docker/Dockerfile.dev", "RUN apt-get update && curl https://get.test | /bin/sh"],
      ["images/web.dockerfile", "RUN wget -O - https://get.test | sh"],
    ],
    left: [
      ["bin/setup.sh", "curl -fsSL https://get.test/list | shasum"],
      ["bin/setup.sh", "curl -fsSL https://get.test/list | sort | sh.sorted"],
      ["bin/setup.sh", "curl -o a.sh https://get.test; cat b | sh"],
      ["bin/setup.sh", "# curl https://get.test | sh"],
      ["bin/setup.sh", "echo 'curl https://get.test | sh'"],
      ["Dockerfile", "RUN curl -o /tmp/a https://get.test && sha256sum -c sums"],
      ["README.md", "curl https://get.test | sh"],
      ["tests/setup.sh", "curl https://get.test | sh"],
    ],
  },
  "SQL that is put together": {
    what: /An SQL statement is put together/,
    found: [
      ["src/a.ts", "db.query(`SELECT * FROM users WHERE name = '${name}'`);"],
      ["src/a.js", 'db.query("SELECT * FROM users WHERE id = " + id);'],
      ["lib/a.py", 'cursor.execute(f"SELECT * FROM users WHERE id = {id}")'],
      ["lib/a.py", "cursor.execute(\"DELETE FROM users WHERE name = '%s'\" % name)"],
      ["lib/a.py", "cursor.execute(\"UPDATE users SET name = '{}'\".format(name))"],
      ["pkg/a.go", "q := fmt.Sprintf(\"SELECT id FROM users WHERE name = '%s'\", name)"],
      ["src/A.java", '"SELECT id FROM users WHERE name = \'" + name + "\'"'],
      ["src/A.kt", "\"SELECT id FROM users WHERE name = '$name'\""],
      ["src/A.cs", '$"SELECT id FROM users WHERE id = {id}"'],
      ["lib/a.rb", "where = \"SELECT id FROM users WHERE name = '#{name}'\""],
      ["src/a.php", "$db->query(\"SELECT id FROM users WHERE name = '$name'\");"],
      ["src/a.rs", 'format!("DELETE FROM users WHERE id = {}", id)'],
    ],
    left: [
      ["src/a.ts", "sql`SELECT * FROM users WHERE name = ${name}`"],
      ["src/a.ts", "db.query('SELECT * FROM users WHERE id = ?', [id]);"],
      ["src/a.ts", "db.query(`SELECT * FROM ${table} WHERE id = ?`, [id]);"],
      ["src/a.ts", "log(`Select one from the list: ${name}`);"],
      ["lib/a.py", 'cursor.execute("SELECT * FROM users WHERE id = %s", [id])'],
      ["lib/a.py", 'cursor.execute(f"SELECT {columns} FROM users WHERE id = %s", [id])'],
      ["lib/a.py", '# f"SELECT * FROM users WHERE id = {id}"'],
      ["lib/a.py", "execute('SELECT %s FROM %s WHERE a = %%s' % (column, table), [a])"],
      ["pkg/a.go", 'q := fmt.Sprintf("SELECT id FROM %s WHERE id = ?", table)'],
      ["pkg/a.go", 'q := fmt.Sprintf("SELECT id FROM users WHERE id IN (%s)", marks)'],
      ["src/A.java", '"SELECT id FROM users WHERE name = ?"'],
      ["lib/a.rb", '"SELECT id FROM users WHERE name = ?"'],
      ["tests/test_a.py", 'f"SELECT * FROM users WHERE id = {id}"'],
    ],
  },
};

for (const [name, { what, found, left }] of Object.entries(CASES)) {
  Deno.test(`the floor finds ${name}`, () => {
    for (const [path, lines] of found) assert.ok(finds(what, path, lines), `${path}: ${lines}`);
  });
  Deno.test(`the floor leaves alone what only looks like ${name}`, () => {
    for (const [path, lines] of left) assert.ok(!finds(what, path, lines), `${path}: ${lines}`);
  });
}

Deno.test("a finding names its line in the new file, and further ones beside it", () => {
  assert.deepEqual(
    said("src/a.ts", " one", "-// old", "+  debugger;", " three", ...Array(7).fill("+debugger;")),
    ["LOW 2: This looks like a leftover of debugging: `debugger` (also in line 4, 5, 6, 7, 8 and 2 more)"],
  );
});

Deno.test("what was moved, indented or edited is not new", () => {
  assert.deepEqual(said("src/a.ts", "-// TODO: x y z", "+    // TODO: x y z"), []);
  assert.deepEqual(said("src/a.ts", "-// TODO: x", "+// TODO: x, and y"), []);
  assert.deepEqual(said("src/a.test.ts", "-it.skip('a', f)", "+it.skip('b', f)"), []);
  assert.deepEqual(said("lib/a.py", "-eval(text, {'a': 1})", '+eval(text, {"a": 1})'), []);
  assert.deepEqual(said("src/a.ts", "-} catch (e) {}", "+} catch (_e) {}"), []);
  const files = [changed("src/a.ts", "-  debugger;"), changed("src/b.ts", "+debugger;")];
  assert.deepEqual(floorIssues(files), []);
});

Deno.test("assertions that go away from a test that stays are counted", () => {
  const lost = (path: string, ...diff: string[]): string[] => said(path, ...diff, " end");
  const text = (count: string): string => `MEDIUM 2: ${count} went away from tests that stay`;
  assert.deepEqual(
    lost("src/a.test.ts", " it('a', () => {", "-  expect(a).toBe(1);", "-  assert.equal(b, 2);"),
    [text("2 assertions")],
  );
  assert.deepEqual(lost("tests/test_a.py", " x", "-    assert a == 1"), [text("1 assertion")]);
  assert.deepEqual(lost("pkg/a_test.go", " x", '-\t\tt.Errorf("got %d", a)'), [
    text("1 assertion"),
  ]);
  assert.deepEqual(lost("tests/a.rs", " x", "-    assert_eq!(a, 1);"), [text("1 assertion")]);
  assert.deepEqual(lost("src/test/ATest.java", " x", "-    assertEquals(1, a);"), [
    text("1 assertion"),
  ]);
});

Deno.test("assertions that were replaced, moved or went with their test are not lost", () => {
  const cases: [path: string, ...diff: string[]][] = [
    ["a.test.ts", "-  expect(a).toBe(1);", "+  expect(a).toBe(2);"],
    ["a.test.ts", "-  expect(a).toBe(1);", "+  await expect", "+    .poll(() => a).toBe(1);"],
    ["a.test.ts", "-it('a', () => {", "-  expect(a).toBe(1);", "-});"],
    [
      "a.test.ts",
      "-  expect(a).toBe(1);",
      "-  expect(b).toBe(1);",
      "+  for (const x of all) {",
      "+    expect(x).toBe(1);",
    ],
    ["a.test.ts", "-  // expect(a).toBe(1);"],
    ["a.ts", "-  assert(a);"],
    ["tests/test_a.py", "-    def test_a(self):", "-        self.assertEqual(1, a)"],
    ["tests/test_a.py", "-    assert a", "+    self.check_all(a)"],
    ["pkg/a_test.go", '-\t\tt.Fatalf("cannot open: %v", err)'],
    ["pkg/a_test.go", '-\tt.Run("a", func(t *testing.T) {', '-\t\tt.Errorf("got %d", a)'],
  ];
  for (const [path, ...diff] of cases) assert.deepEqual(said(path, ...diff, " end"), [], diff[0]);
  const moved = [
    changed("a.test.ts", "-  expect(a).toBe(1);", " end"),
    changed("b.test.ts", "+  expect(a).toBe(1);"),
  ];
  assert.deepEqual(floorIssues(moved), []);
  const gone = { ...changed("a.test.ts", "-  expect(a).toBe(1);"), change: "deleted" as const };
  assert.deepEqual(floorIssues([gone]), []);
});

Deno.test("code that grows without a test is said once, where a project has tests", () => {
  const grown = (path: string, count = 12) =>
    changed(path, ...Array.from({ length: count }, (_, n) => `+let x${n} = ${n};`));
  const issues = floorIssues([grown("src/b.ts"), grown("src/a.rs", 15), grown("docs/c.js")], {
    hasTests: true,
  });
  assert.deepEqual(
    issues.map(({ severity, category, file, line, description }) => [
      severity,
      category,
      `${file}:${line}`,
      description,
    ]),
    [["LOW", "TESTING", "src/a.rs:1", "The code grew by 27 lines, and no test was touched"]],
  );
  assert.deepEqual(floorIssues([grown("src/a.ts")]), []);
  const quiet = [
    [grown("src/a.ts"), changed("tests/a_test.ts", "+x")],
    [grown("src/a.ts", 9)],
    [grown("README.md")],
    [grown("scripts/a.ts")],
    [grown("vendor/a.go")],
    [grown("a.rs"), changed("b.rs", "+#[test]")],
    [changed(
      "a.py",
      ...Array.from({ length: 20 }, (_, n) => `-x${n} = 1`),
      ...Array.from({ length: 20 }, (_, n) => `+y${n} = 2`),
    )],
    [changed("a.ts", ...Array(20).fill("+// only words"))],
  ];
  for (const files of quiet) {
    assert.deepEqual(floorIssues(files, { hasTests: true }), [], files[0]?.path);
  }
});

Deno.test("only the categories that are asked for are looked at", () => {
  const files = [changed("src/a.ts", "+// TODO: x", "+eval(x)", "+} catch {}")];
  const of = (...categories: ("SECURITY" | "QUALITY" | "TECHNICAL_DEBT" | "TESTING")[]) =>
    floorIssues(files, { categories: new Set(categories) }).map(({ category }) => category);
  assert.deepEqual(of("SECURITY"), ["SECURITY"]);
  assert.deepEqual(of("QUALITY", "TECHNICAL_DEBT"), ["QUALITY", "TECHNICAL_DEBT"]);
  assert.deepEqual(of("TESTING"), []);
  assert.deepEqual(of(), []);
});
