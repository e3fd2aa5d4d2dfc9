// Rules for dependency-cruiser about imports between folders. Tests compare the map in README.md with them.
import path from "node:path";
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from "dependency-cruiser";

type Rule = IRegularForbiddenRuleType & { name: string; comment: string };
type Violation = { rule: string; from: string; to: string };

/** Folders below `submissions`, which have the same names in lib/server and lib/domain. */
const submissionRooms = [["overview"], ["intake", "inbox", "changes", "assignment", "reply"], ["spam"], ["core"]];

/** Folders from top to bottom: a folder may import those of later groups only. Tests and fixtures are exempt. */
export const folderOrders: Record<string, string[][]> = {
  "lib/server": [
    ["people"],
    ["mail"],
    ["webhooks"],
    ["bookings"],
    ["submissions", "catalog", "site"],
    ["queue"],
    ["access", "limits"],
  ],
  "lib/server/submissions": submissionRooms,
  "lib/domain": [["people"], ["mail"], ["access"], ["webhooks"], ["submissions", "catalog"], ["bookings"]],
  "lib/domain/submissions": submissionRooms,
  "lib/http": [["front"]],
  components: [["desk"], ["site"], ["submissions", "catalog", "bookings"], ["forms"], ["ui"]],
};

const tests = String.raw`\.(test|fixture)\.tsx?$`;
const zod = matchPackages("zod");
const onlyZod = { path: zod, pathNot: "/zod/mini/" };
const pageLibraries = matchPackages("next", "react", "react-dom");
const database = [matchPackages("pg", "@prisma"), "^lib/server/(generated/|db\\.ts$)"];

export const folderRules: Rule[] = [
  makeRule(
    "product without scripts",
    "^(app|components|content|lib|messages)/",
    { path: ["^(scripts|tools|e2e)/", tests] },
    "The product imports no script, test or fixture: move what both need into lib.",
  ),
  makeRule(
    "scripts without tools",
    "^scripts/",
    { path: ["^(tools|e2e)/", tests] },
    "scripts/ runs the product, where no tool is installed: move what both need into scripts or lib.",
  ),
  makeRule(
    "nothing imports app",
    "^(components|content|lib|messages)/",
    { path: "^app/" },
    "Nothing imports app/: move what others need into components or lib.",
  ),
  makeRule(
    "app composes",
    "^app/",
    { path: [zod, ...database] },
    "app/ composes: put the schema in lib/domain, the query in a function of lib/server.",
  ),
  makeRule(
    "components take props",
    "^components/",
    { path: ["^lib/(server|http|mcp)/", ...database] },
    "Components take props and hand events back: read the data in app/ and pass it down.",
  ),
  makeRule(
    "core of the desk",
    "^components/desk/core/",
    { path: "^components/desk/(?!core/)" },
    "The desk's rooms import its core, never the reverse: pass it in, or move it to the room that needs it.",
  ),
  makeRule(
    "zod/mini in components",
    "^components/",
    onlyZod,
    "The browser is sent zod/mini, half as large: import that.",
  ),
  makeRule(
    "contract for the browser",
    "^lib/contract/",
    { pathNot: ["^lib/(contract|domain|i18n)/", zod] },
    "lib/contract is sent to the browser: it imports lib/domain and lib/i18n only. What needs I/O belongs in lib/server.",
  ),
  makeRule(
    "i18n imports only messages",
    "^lib/i18n/",
    { path: ["^components/", "^lib/(?!i18n/)"] },
    "lib/i18n is languages, texts and addresses: it imports only messages. Pass anything else in.",
  ),
  makeRule(
    "http is transport",
    "^lib/(http|mcp)/",
    { path: ["^(components|messages)/", pageLibraries, ...database] },
    "lib/http is transport: no framework, and the database only through a function of lib/server.",
  ),
  makeRule(
    "mcp below http",
    "^lib/mcp/",
    { path: "^lib/http/" },
    "lib/http stands in front of lib/mcp: hand what it has through the door (lib/mcp/door.ts).",
  ),
  makeRule(
    "server without HTTP",
    "^lib/server/",
    { path: ["^(components|messages)/", "^lib/(http|mcp|contract)/", pageLibraries] },
    "lib/server knows no HTTP, no contract and no page: throw an AppError and let lib/http respond.",
  ),
  makeRule(
    "domain imports only zod and i18n",
    "^lib/domain/",
    { pathNot: ["^(lib/(domain|i18n)|messages)/", zod] },
    "lib/domain is pure: it imports zod/mini, lib/i18n and messages. Pass the value in, or move it to lib/server.",
  ),
  makeRule("zod/mini in domain", "^lib/domain/", onlyZod, "The browser is sent zod/mini, half as large: import that."),
  makeRule(
    "content is data",
    "^content/",
    { pathNot: "^lib/(domain|i18n)/" },
    "content/ says what is true of the company: it imports the types of lib/domain. Put code into components or lib.",
  ),
  {
    ...makeRule(
      "content by readSite()",
      "",
      { path: "^content/" },
      "Only lib/server/site-start.ts reads content/: use what readSite() gives.",
    ),
    from: { path: "^(app|components|lib)/", pathNot: [tests, "^lib/server/site-start\\.ts$"] },
  },
  makeWrapperRule("lib/markdown", "mdast", "mdast-[^/]*", "micromark[^/]*"),
  makeWrapperRule("lib/mcp", "@modelcontextprotocol"),
  makeWrapperRule("lib/http", "http-message-signatures"),
  makeWrapperRule("lib/http", "prom-client"),
  makeWrapperRule("lib/http", "@opentelemetry"),
  makeWrapperRule("lib/server/submissions/spam", "disposable-email-domains-js"),
  makeWrapperRule("lib/server/submissions/core", "libphonenumber-js"),
  makeWrapperRule("lib/server/access", "better-auth"),
  makeWrapperRule("lib/server/limits", "@upstash"),
  makeWrapperRule("lib/server/mail", "nodemailer"),
  makeWrapperRule("lib/server/site", "sharp"),
  makeRule(
    "audit above db",
    "^lib/server/(?!audit)[^/]+$",
    { path: "^lib/server/audit\\.ts$" },
    "lib/server/audit.ts stands above the other files: call it from the use case.",
  ),
  ...Object.entries(folderOrders).flatMap(([parent, levels]) => makeOrderRules(parent, levels)),
  {
    ...makeRule(
      "no folder cycle",
      "^(components|lib)/",
      { circular: true },
      "Two folders import each other: merge them, or move what both need below.",
    ),
    scope: "folder",
  },
];

function makeRule(name: string, from: string, to: IRegularForbiddenRuleType["to"], comment: string): Rule {
  return { name, severity: "error", from: { path: from, pathNot: tests }, to, comment };
}

function matchPackages(...names: string[]): string {
  return `node_modules/(${names.join("|")})/`;
}

function makeWrapperRule(folder: string, library: string, ...names: string[]): Rule {
  const comment = `Only ${folder} knows ${library}: use what it exports, or add a function there.`;
  const from = { path: "^(app|components|lib)/", pathNot: [tests, `^${folder}/`] };
  return {
    name: `${library} in ${folder}`,
    severity: "error",
    from,
    to: { path: matchPackages(...(names.length ? names : [library])) },
    comment,
  };
}

function makeOrderRules(parent: string, levels: string[][]): Rule[] {
  const name = `order of ${parent}`;
  const arrows = [...levels.map((level) => level.join(", ")), "files outside these folders"].join(" → ");
  const comment = `Imports go down only: ${arrows}. Move what both need further down, or pass it in.`;
  const upwards = levels.map((level, at) => {
    const notBelow = levels
      .slice(0, at + 1)
      .flat()
      .join("|");
    const to = { path: `^${parent}/(${notBelow})/`, pathNot: `^${parent}/$1/` };
    return makeRule(name, `^${parent}/(${level.join("|")})/`, to, comment);
  });
  return [
    ...upwards,
    makeRule(name, `^${parent}/[^/]+$`, { path: `^${parent}/(${levels.flat().join("|")})/` }, comment),
  ];
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
      // Use swc, because TypeScript 7 has no API for other programs yet.
      parser: "swc",
      tsPreCompilationDeps: true,
      doNotFollow: { path: ["node_modules", "^lib/server/generated/", tests] },
      exclude: { path: String.raw`\.test\.tsx?$` },
    },
    { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"], bustTheCache: true },
  );
  if (!isCruiseResult(output)) throw new Error("dependency-cruiser gave no result");
  return output.summary.violations.map(({ rule: { name }, from, to }) => ({ rule: name, from, to }));
}

function isCruiseResult(output: ICruiseResult | string): output is ICruiseResult {
  return typeof output !== "string";
}
