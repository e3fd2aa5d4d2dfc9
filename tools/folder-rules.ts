// Import rules between folders for dependency-cruiser, and the folders of the map in README.md.
import path from "node:path";
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from "dependency-cruiser";

type Rule = IRegularForbiddenRuleType & { name: string; comment: string };
type Violation = { rule: string; from: string; to: string };

/** Submission folders, which have the same names in every layer. */
const submissionRooms = [["overview"], ["intake", "inbox", "changes", "assignment", "reply"], ["spam"], ["core"]];

/** Ordered top-down: a folder may import those below it, but none next to it. Tests and fixtures are exempt. */
export const folderOrders: Record<string, string[][]> = {
  "lib/server": [
    ["people"],
    ["mail", "webhooks"],
    ["bookings"],
    ["submissions", "catalog"],
    ["queue"],
    ["access", "limits"],
  ],
  "lib/server/submissions": submissionRooms,
  "lib/domain": [["people"], ["mail"], ["access"], ["submissions", "catalog"], ["bookings"]],
  "lib/domain/submissions": submissionRooms,
  "lib/http": [["catalog", "front"]],
  components: [["desk"], ["site"], ["submissions", "catalog", "bookings"], ["forms"], ["ui"]],
};

const tests = String.raw`\.(test|fixture)\.tsx?$`;
const zod = packages("zod");
const onlyZod = { path: zod, pathNot: "/zod/mini/" };
const react = packages("react", "react-dom");
const database = [packages("pg", "@prisma"), "^lib/server/(generated/|db\\.ts$)"];

export const folderRules: Rule[] = [
  rule(
    "product without scripts",
    "^(app|components|content|lib|messages)/",
    { path: ["^(scripts|tools|e2e)/", tests] },
    "The product imports no script, test or fixture: move what both need into lib.",
  ),
  rule(
    "scripts without tools",
    "^scripts/",
    { path: ["^(tools|e2e)/", tests] },
    "scripts/ runs the product, where no tool is installed: move what both need into scripts or lib.",
  ),
  rule(
    "nothing imports app",
    "^(components|content|lib|messages)/",
    { path: "^app/" },
    "Nothing imports app/: move what others need into components or lib.",
  ),
  rule(
    "app composes",
    "^app/",
    { path: [zod, ...database] },
    "app/ composes: put the schema in lib/domain, the query in a function of lib/server.",
  ),
  rule(
    "components take props",
    "^components/",
    { path: ["^lib/(server|http|mcp)/", ...database] },
    "Components take props and hand events back: read the data in app/ and pass it down.",
  ),
  rule(
    "core of the desk",
    "^components/desk/core/",
    { path: "^components/desk/(?!core/)" },
    "The desk's rooms import its core, never the reverse: pass it in, or move it to the room that needs it.",
  ),
  rule("zod/mini in components", "^components/", onlyZod, "The browser is sent zod/mini, half as large: import that."),
  rule(
    "contract for the browser",
    "^lib/contract/",
    { pathNot: ["^lib/(contract|domain|i18n)/", zod] },
    "lib/contract is sent to the browser: it imports lib/domain and lib/i18n only. What needs I/O belongs in lib/server.",
  ),
  rule(
    "i18n alone",
    "^lib/i18n/",
    { path: ["^components/", "^lib/(?!i18n/)"] },
    "lib/i18n is languages, texts and addresses: it imports messages alone. Pass anything else in.",
  ),
  rule(
    "http is transport",
    "^lib/(http|mcp)/",
    { path: ["^(components|messages)/", packages("next"), react, ...database] },
    "lib/http is transport: no framework, and the database only through a function of lib/server.",
  ),
  rule(
    "mcp below http",
    "^lib/mcp/",
    { path: "^lib/http/" },
    "lib/http stands in front of lib/mcp: hand what it has through the door (lib/mcp/door.ts).",
  ),
  rule(
    "server without HTTP",
    "^lib/server/",
    { path: ["^(components|messages)/", "^lib/(http|mcp|contract)/", packages("next")] },
    "lib/server knows no HTTP, no contract and no page: throw an AppError and let lib/http respond.",
  ),
  rule(
    "domain alone",
    "^lib/domain/",
    { pathNot: ["^(lib/(domain|i18n)|messages)/", zod] },
    "lib/domain is pure: it imports zod/mini, lib/i18n and messages. Pass the value in, or move it to lib/server.",
  ),
  rule("zod/mini in domain", "^lib/domain/", onlyZod, "The browser is sent zod/mini, half as large: import that."),
  rule(
    "content is data",
    "^content/",
    { pathNot: "^lib/(domain|i18n)/" },
    "content/ says what is true of the company: it imports the types of lib/domain. Put code into components or lib.",
  ),
  {
    ...rule(
      "content by site()",
      "",
      { path: "^content/" },
      "Only lib/server/site.ts checks content/: use what site() gives.",
    ),
    from: { path: "^(app|components|lib)/", pathNot: [tests, "^lib/server/site\\.ts$"] },
  },
  wrappedBy("lib/markdown", "mdast", "mdast-[^/]*", "micromark[^/]*"),
  wrappedBy("lib/mcp", "@modelcontextprotocol"),
  wrappedBy("lib/http", "http-message-signatures"),
  wrappedBy("lib/http", "prom-client"),
  wrappedBy("lib/http", "@opentelemetry"),
  wrappedBy("lib/server/submissions/spam", "disposable-email-domains-js"),
  wrappedBy("lib/server/access", "better-auth"),
  wrappedBy("lib/server/limits", "@upstash"),
  wrappedBy("lib/server/mail", "nodemailer"),
  rule(
    "react in lib/server",
    "^lib/server/(?!mail/)",
    { path: react },
    "Of lib/server only mail renders: hand plain data to app/ or components.",
  ),
  rule(
    "audit above db",
    "^lib/server/(?!audit)[^/]+$",
    { path: "^lib/server/audit\\.ts$" },
    "lib/server/audit.ts stands above the other files: call it from the use case.",
  ),
  ...Object.entries(folderOrders).flatMap(([parent, levels]) => orderRules(parent, levels)),
  {
    ...rule(
      "no folder cycle",
      "^(components|lib)/",
      { circular: true },
      "Two folders import each other: merge them, or move what both need below.",
    ),
    scope: "folder",
  },
];

function rule(name: string, from: string, to: IRegularForbiddenRuleType["to"], comment: string): Rule {
  return { name, severity: "error", from: { path: from, pathNot: tests }, to, comment };
}

function packages(...names: string[]): string {
  return `node_modules/(${names.join("|")})/`;
}

function wrappedBy(folder: string, library: string, ...names: string[]): Rule {
  const comment = `Only ${folder} knows ${library}: use what it exports, or add a function there.`;
  const from = { path: "^(app|components|lib)/", pathNot: [tests, `^${folder}/`] };
  return {
    name: `${library} in ${folder}`,
    severity: "error",
    from,
    to: { path: packages(...(names.length ? names : [library])) },
    comment,
  };
}

function orderRules(parent: string, levels: string[][]): Rule[] {
  const name = `order of ${parent}`;
  const arrows = [...levels.map((level) => level.join(", ")), "files outside these folders"].join(" → ");
  const comment = `Imports go down only: ${arrows}. Move what both need further down, or pass it in.`;
  const upwards = levels.map((level, at) => {
    const notBelow = levels
      .slice(0, at + 1)
      .flat()
      .join("|");
    const to = { path: `^${parent}/(${notBelow})/`, pathNot: `^${parent}/$1/` };
    return rule(name, `^${parent}/(${level.join("|")})/`, to, comment);
  });
  return [...upwards, rule(name, `^${parent}/[^/]+$`, { path: `^${parent}/(${levels.flat().join("|")})/` }, comment)];
}

export async function findViolations(baseDir: string): Promise<Violation[]> {
  const { output } = await cruise(
    ["app", "components", "content", "lib", "messages", "scripts", "instrumentation.ts", "proxy.ts"],
    {
      baseDir: path.resolve(baseDir),
      validate: true,
      ruleSet: {
        forbidden: [...folderRules, { name: "found", severity: "error", from: {}, to: { couldNotResolve: true } }],
      },
      // TypeScript 7 has no API for other programs yet, so use swc.
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: ["node_modules", "^lib/server/generated/", tests] },
      exclude: { path: String.raw`\.test\.tsx?$` },
    },
    { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"], bustTheCache: true },
  );
  if (!isResult(output)) throw new Error("dependency-cruiser gave no result");
  return output.summary.violations.map(({ rule: { name }, from, to }) => ({ rule: name, from, to }));
}

function isResult(output: ICruiseResult | string): output is ICruiseResult {
  return typeof output !== "string";
}
