/**
 * One example or more for every kind of secret. They are put together from parts, so that no
 * string in this repository looks like a credential to a scanner of pushes.
 */

/** Makes `count` characters of a random-looking secret. */
export type Fill = (count: number) => string;

/** An example: its kind, and what stands before, in and behind the secret. */
export type Example = [kind: string, before: string, secret: string, after: string];

/** A secret that always reads the same. */
export const fixed: Fill = (count) => "a7Bq9Zk2Xw".repeat(Math.ceil(count / 10)).slice(0, count);

const hex = (text: string): string =>
  [...text].map((char) => (char.charCodeAt(0) % 16).toString(16)).join("");

const pem = (name: string, word: string): string => ["-----", word, " ", name, "-----"].join("");

const block = (fill: Fill): string => `${fill(64)}\n${fill(64)}\n${fill(30)}==`;

/** Every kind with its examples. */
export function examples(fill: Fill): Example[] {
  const key = "PRIVATE KEY";
  return [
    ["private key", "", `${pem(key, "BEGIN")}\n${block(fill)}\n${pem(key, "END")}`, ""],
    ["private key", "", `${pem(`RSA ${key}`, "BEGIN")}\\n${fill(64)}\\n${pem(key, "END")}`, ""],
    ["private key", "cut off: ", `${pem(`OPENSSH ${key}`, "BEGIN")}\n${block(fill)}`, "\n"],
    ["private key", "", `${pem(key, "BEGIN")}\n> ${fill(64)}\n> ${fill(64)}`, "\n"],
    ["slack webhook", "", `https://hooks.slack.${"com"}/services/T${fill(8)}/B${fill(8)}`, ""],
    ["url password", "https://me:", fill(12), "@host.test/path"],
    ["url password", "amqp://me:", `${fill(4)}@${fill(4)}`, "@localhost:5672"],
    ["url password", "https://", fill(24), "@host.test/path.git"],
    ["json web token", "", ["eyJ" + fill(20), "eyJ" + fill(40), fill(43)].join("."), ""],
    ["json web token", "cut off ", `eyJ${fill(30)}.${fill(20)}`, ""],
    ["aws access key id", "", "AKI" + "A" + fill(16).toUpperCase(), ""],
    ["vendor token", "", "shp" + "at_" + fill(32), ""],
    ["vendor token", "", "dop" + "_v1_" + fill(32), ""],
    ["vendor token", "", "AGE-SECRET" + "-KEY-1" + fill(58).toUpperCase(), ""],
    ["vendor token", "", "ATA" + "TT3" + fill(40), ""],
    ["vendor token", "", "NRA" + "K-" + fill(27).toUpperCase(), ""],
    ["vendor token", "https://", `discord.${"com"}/api/webhooks/1234/${fill(40)}`, ""],
    ["aws access key id", "", "ASI" + "A" + fill(16).toUpperCase(), ""],
    ["aws secret key", "AWS_SECRET_ACCESS_KEY=", fill(40), ""],
    ["aws secret key", '"SecretAccessKey": "', `${fill(20)}/${fill(19)}`, '"'],
    ["azure key", "DefaultEndpointsProtocol=https;AccountKey=", fill(86) + "==", ";X=y"],
    ["anthropic key", "", `sk-${"ant"}-api03-${fill(40)}`, ""],
    ["openai key", "", `sk-${"proj"}-${fill(40)}`, ""],
    ["openai key", "", `sk${"-"}${fill(48)}`, ""],
    ["openai key", '{"text":"\\n', `sk${"-"}${fill(48)}`, '"}'],
    ["stripe key", "", `sk_${"live"}_${fill(24)}`, ""],
    ["stripe key", "", `rk_${"live"}_${fill(24)}`, ""],
    ["stripe key", "", `sk_${"test"}_${fill(24)}`, ""],
    ["stripe key", "", `wh${"sec"}_${fill(32)}`, ""],
    ["google key", "", `AI${"za"}${fill(35)}`, ""],
    ["google key", "", `ya${"29"}.${fill(60)}`, ""],
    ["google key", "", `GOC${"SPX"}-${fill(28)}`, ""],
    ...["pat", "rt", "cbt", "dt", "ptt", "ft", "agent"].map((name): Example => [
      "gitlab token",
      "",
      `gl${name}-${fill(20)}`,
      "",
    ]),
    ...["p", "o", "u", "s", "r"].map((name): Example => [
      "github token",
      "",
      `gh${name}_${fill(36)}`,
      "",
    ]),
    ["github token", "", `github_${"pat"}_${fill(22)}_${fill(59)}`, ""],
    ...["a", "b", "p", "r", "s"].map((name): Example => [
      "slack token",
      "",
      `xox${name}-${hex(fill(12))}-${fill(24)}`,
      "",
    ]),
    ["npm token", "", `npm${"_"}${fill(36)}`, ""],
    ["pypi token", "", `pypi${"-"}AgEI${fill(60)}`, ""],
    ["hugging face token", "", `hf${"_"}${fill(34)}`, ""],
    ["sendgrid key", "", ["SG", fill(22), fill(43)].join("."), ""],
    ["twilio key", "", "SK" + hex(fill(32)), ""],
    ["twilio key", "", "AC" + hex(fill(32)), ""],
    ["authorization", "Authorization: Bearer ", fill(20), ""],
    ["authorization", "-H 'authorization: Basic ", fill(14) + "==", "'"],
    ["authorization", '"Authorization": "token ', fill(12), '"'],
    ["authorization", "the header said Bearer ", fill(30), " today"],
    ["password", "password=", fill(8), ""],
    ["password", "DB_PASS=", "letmein", "\nNEXT=1"],
    ["password", "Server=db;Password=", fill(9), ";User=me"],
    ["password", "passwd: ", fill(8), " and more"],
    ["password", "  password: ", "opensesame", "\n  user: me"],
    ["password", "password: 'correct ", "horse battery staple", "'"],
    ["password", '{"user":"me","password":"', fill(4) + '\\"' + fill(4), '"}'],
    ["password", '{\\"password\\": \\"', "opensesame", '\\"}'],
    ["password", "**password**: ", fill(8), ""],
    ["password", "const password: string = `", "opensesame", "`;"],
    ["password", "config['password'] = \"", "opensesame", '";'],
    ["password", "mysql --password ", "opensesame", " -h db"],
    ["password", "tool --db-password='", "open sesame", "'"],
    ["password", "curl -u me:", fill(8), " https://host.test"],
    ["password", 'cut off: {"password": "', "open sesame and then", ""],
    ["secret value", "secret=", fill(16), ""],
    ["secret value", "CLIENT_SECRET='", fill(16), "'"],
    ["secret value", 'api_key="', fill(16), '"'],
    ["secret value", "X-Api-Key: ", fill(16) + "1", ""],
    ["secret value", "https://host.test/?api_key=", fill(16), "&page=2"],
    ["secret value", "token: ", fill(16) + "1", ""],
    ["secret value", '"accessToken" : "', fill(16), '"'],
    ["secret value", "//registry.test/:_authToken=", fill(16), ""],
    ["secret value", "export GH_TOKEN=", fill(16), "; run"],
    ["secret value", "gh auth --with-token ", fill(16) + "1", ""],
    ["secret value", "my API key: ", fill(16) + "1", " (do not share)"],
  ];
}

/** Kinds that only secretlint knows, which our patterns need not. */
export function foreignExamples(fill: Fill): Example[] {
  return [
    ["groq secret", "", `gsk${"_"}${fill(52)}`, ""],
    ["notion secret", "", `ntn${"_"}${"1".repeat(11)}${fill(35)}`, ""],
    ["docker secret", "", `dckr_${"pat"}_${fill(27)}`, ""],
    ["connection string", "", `postgres://me:${fill(8)}@db.test/x`, ""],
  ];
}
