import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findViolations, folderOrders, folderRules } from "./folder-rules.ts";

const root = path.join(import.meta.dirname, "..");

// Outside of a test, because a busy machine may need more than a test's time.
const found = await findViolations(root);

test("the repository has no import that breaks a folder rule", () => {
  const comments = new Map(folderRules.map(({ name, comment }) => [name, comment]));
  expect(found.map(({ rule, from, to }) => `${from} imports ${to} (${rule}): ${comments.get(rule)}`)).toEqual([]);
});

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const files = fs
  .globSync("{components,lib,scripts,tools}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/node_modules|generated|\.(test|fixture)\.tsx?$/.test(file));

test("lib/domain takes time and random values as parameters", () => {
  const domain = files.filter((file) => file.startsWith("lib/domain/"));
  expect(domain.filter((file) => /Date\.now\(|new Date\(\)|Math\.random\(/.test(read(file)))).toEqual([]);
});

test("the repository exports no name from two files", () => {
  const names = files.flatMap((file) => {
    const exported = /^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm;
    return [...new Set([...read(file).matchAll(exported)].map(([, name]) => name))];
  });
  // The schema of a language is named as the type of the list that it derives from.
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual(["Locale"]);
});

/** A folder that is missing from folderOrders would have no rules. */
test.each(Object.keys(folderOrders))("the folder order of %s names the folders in it", (parent) => {
  const folders = fs.readdirSync(path.join(root, parent), { withFileTypes: true }).filter((one) => one.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== "generated");
  expect(folderOrders[parent]?.flat().sort()).toEqual(names.sort());
});

/** One forbidden import per rule: importing file, imported module, rule. */
const broken: [from: string, to: string, rule: string][] = [
  ["app/[locale]/page.tsx", "#scripts/tool.ts", "product without scripts"],
  ["lib/http/some.ts", "#lib/http/some.fixture.ts", "product without scripts"],
  ["scripts/serve.ts", "#tools/bench/measure.ts", "scripts without tools"],
  ["components/site/nav.tsx", "#app/[locale]/page.tsx", "nothing imports app"],
  ["app/api/leads/route.ts", "zod", "app composes"],
  ["app/api/catalog/route.ts", "#lib/server/db.ts", "app composes"],
  ["app/admin/page.tsx", "#lib/server/generated/client.ts", "app composes"],
  ["components/submissions/form.tsx", "#lib/server/env.ts", "components take props"],
  ["components/submissions/steps.tsx", "#lib/http/handle.ts", "components take props"],
  ["components/desk/row.tsx", "pg", "components take props"],
  ["components/desk/core/mark.tsx", "#components/desk/inbox/row.tsx", "core of the desk"],
  ["components/ui/box.tsx", "zod", "zod/mini in components"],
  ["lib/contract/table.ts", "#lib/server/env.ts", "contract for the browser"],
  ["lib/contract/client.ts", "next/navigation", "contract for the browser"],
  ["lib/contract/hash.ts", "node:crypto", "contract for the browser"],
  ["lib/i18n/paths.ts", "#lib/server/env.ts", "i18n imports only messages"],
  ["lib/http/page.ts", "next/headers", "http is transport"],
  ["lib/http/query.ts", "pg", "http is transport"],
  ["lib/http/rows.ts", "#lib/server/db.ts", "http is transport"],
  ["lib/mcp/limits.ts", "#lib/http/stations.ts", "mcp below http"],
  ["lib/http/tools.ts", "@modelcontextprotocol/server", "@modelcontextprotocol in lib/mcp"],
  ["lib/server/limits/signer.ts", "http-message-signatures", "http-message-signatures in lib/http"],
  ["lib/server/submissions/core/answer.ts", "#lib/http/handle.ts", "server without HTTP"],
  ["lib/server/submissions/core/cookie.ts", "next/headers", "server without HTTP"],
  ["lib/domain/catalog/read.ts", "node:fs", "domain imports only zod and i18n"],
  ["lib/domain/mail/send.ts", "#lib/server/env.ts", "domain imports only zod and i18n"],
  ["lib/domain/people/schema.ts", "zod", "zod/mini in domain"],
  ["content/team.ts", "#components/ui/button.tsx", "content is data"],
  ["app/[locale]/about.tsx", "#content/company.ts", "content by readSite()"],
  ["lib/server/metrics.ts", "prom-client", "prom-client in lib/http"],
  ["lib/server/traces.ts", "@opentelemetry/api", "@opentelemetry in lib/http"],
  ["lib/server/catalog/describe.ts", "mdast-util-from-markdown", "mdast in lib/markdown"],
  ["lib/server/people/session.ts", "better-auth/crypto", "better-auth in lib/server/access"],
  ["lib/server/access/count.ts", "@upstash/redis", "@upstash in lib/server/limits"],
  [
    "lib/server/mail/look.ts",
    "disposable-email-domains-js",
    "disposable-email-domains-js in lib/server/submissions/spam",
  ],
  ["lib/server/mail/call.ts", "libphonenumber-js/min", "libphonenumber-js in lib/server/submissions/core"],
  ["lib/server/access/invite.ts", "nodemailer", "nodemailer in lib/server/mail"],
  ["lib/server/mail/shrink.ts", "sharp", "sharp in lib/server/site"],
  ["lib/server/catalog/cache.ts", "react", "server without HTTP"],
  ["lib/server/log.ts", "#lib/server/audit.ts", "audit above db"],
  ["lib/server/queue/fan-out.ts", "#lib/server/mail/deliver.ts", "order of lib/server"],
  ["lib/server/db.ts", "#lib/server/queue/enqueue.ts", "order of lib/server"],
  ["lib/server/catalog/store.ts", "#lib/server/submissions/insert.ts", "order of lib/server"],
  ["lib/server/submissions/reply/hold.ts", "#lib/server/submissions/inbox/rows.ts", "order of lib/server/submissions"],
  ["lib/server/submissions/core/judge.ts", "#lib/server/submissions/spam/blocks.ts", "order of lib/server/submissions"],
  ["lib/domain/submissions/shown.ts", "#lib/domain/mail/inbox.ts", "order of lib/domain"],
  [
    "lib/domain/submissions/inbox/page.ts",
    "#lib/domain/submissions/changes/undo.ts",
    "order of lib/domain/submissions",
  ],
  ["lib/http/exchange.ts", "#lib/http/front/dispatch.ts", "order of lib/http"],
  ["components/ui/select.tsx", "#components/desk/filter.tsx", "order of components"],
];

const allowed: [from: string, to: string][] = [
  ["app/api/ok/route.ts", "#lib/http/handle.ts"],
  ["app/page.tsx", "#components/ui/button.tsx"],
  ["components/desk/list.tsx", "#lib/contract/operation.ts"],
  ["components/catalog/card.tsx", "#components/ui/button.tsx"],
  ["components/forms/use-form.ts", "react-hook-form"],
  ["components/forms/check.ts", "zod/mini"],
  ["lib/contract/schema.ts", "zod"],
  ["lib/http/dispatch.ts", "#lib/contract/operation.ts"],
  ["lib/http/send.ts", "#lib/server/people/find.ts"],
  ["lib/server/people/find.ts", "#lib/server/mail/deliver.ts"],
  ["lib/server/site-start.ts", "#content/company.ts"],
  ["content/es.ts", "#lib/domain/company.ts"],
  ["lib/server/submissions/inbox/lists.ts", "pg"],
  ["lib/domain/catalog/entry.ts", "zod/mini"],
  ["lib/domain/people/list.ts", "#lib/domain/mail/state.ts"],
  ["lib/server/queue/take.test.ts", "#lib/server/people/find.ts"],
  ["lib/server/queue/take.fixture.ts", "#lib/server/people/find.ts"],
];

const probes = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-folders-"));
afterAll(() => fs.rmSync(probes, { recursive: true }));
for (const [from, to] of [...broken, ...allowed]) writeImport(probes, from, to);
writeImport(probes, "components/desk/mail/here.ts", "../inbox/there.ts");
writeImport(probes, "components/desk/inbox/there.ts", "../mail/here.ts");
for (const file of ["instrumentation.ts", "proxy.ts", "messages/en.ts"]) writeImport(probes, file);
fs.writeFileSync(path.join(probes, "package.json"), '{ "imports": { "#*": "./*" } }');
fs.symlinkSync(path.join(root, "node_modules"), path.join(probes, "node_modules"));
const foundInProbes = await findViolations(probes);

test.each(broken)("forbids %s to import %s: %s", (from, _to, rule) => {
  expect(foundInProbes.filter((one) => one.from === from).map((one) => one.rule)).toEqual([rule]);
});

test("does not allow two folders to import from each other", () => {
  const cycles = foundInProbes.filter(({ rule }) => rule === "no folder cycle").map(({ from }) => from);
  expect(cycles).toEqual(expect.arrayContaining(["components/desk/inbox", "components/desk/mail"]));
});

test("allows all imports that no rule forbids", () => {
  const froms = allowed.map(([from]) => from);
  expect(foundInProbes.filter(({ from }) => froms.includes(from))).toEqual([]);
});

test("tests each rule with a forbidden import", () => {
  expect(new Set(foundInProbes.map(({ rule }) => rule))).toEqual(new Set(folderRules.map(({ name }) => name)));
});

/** Writes the file `from` with an import of `to`, and also the imported file if it is our own. */
function writeImport(folder: string, from: string, to?: string): void {
  const file = path.join(folder, from);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.appendFileSync(file, to ? `import "${to}";\n` : "export {};\n");
  if (to?.startsWith("#")) writeImport(folder, to.slice(1));
}
