// Generates request bodies: valid ones, ones with a single fault, and hostile ones.
import fc from "fast-check";
import { answerTable, type FieldTable, type JsonSchema } from "./spec-table.ts";

export type Body = Record<string, unknown>;
export type Kind = "valid" | "one fault" | "hostile";

/** A request body with a description, and with the expected status in `mustBe` if it is known beforehand. */
export class Probe {
  readonly kind: Kind;
  readonly description: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly mustBe: number | undefined;

  constructor(
    kind: Kind,
    description: string,
    content: string | Buffer,
    mustBe?: number,
    contentType = "application/json",
  ) {
    this.kind = kind;
    this.description = description;
    this.bytes = Buffer.from(content);
    this.contentType = contentType;
    this.mustBe = mustBe;
  }

  /** fast-check prints this description in counterexamples. */
  [fc.toStringMethod](): string {
    const shown = this.bytes.subarray(0, 1_500).toString("utf8");
    const { kind, description, contentType, bytes } = this;
    return `${kind}, ${description}, ${contentType}, ${bytes.length} bytes: ${JSON.stringify(shown)}`;
  }
}

const common = fc.constantFrom(..."aZ09 éñß🌋漢\u0301'\"\\<%_\n\u2028");
const anyCodePoint = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
const unit = fc
  .oneof({ arbitrary: common, weight: 3 }, { arbitrary: anyCodePoint, weight: 1 })
  .map((codePoint) => (codePoint === "\0" ? "0" : codePoint));
const visible = unit.map((codePoint) => (codePoint.trim() === "" ? "x" : codePoint));

/** Generates text of valid length, often at a limit, and never blank if there is a minimum. */
function generateText(min: number, max: number): fc.Arbitrary<string> {
  const edge = fc.tuple(visible, fc.constantFrom(min, max)).map(([codePoint, length]) => codePoint.repeat(length));
  const short = fc.string({ unit, minLength: min, maxLength: Math.min(max, min + 20) });
  return fc
    .oneof({ arbitrary: short, weight: 15 }, { arbitrary: edge, weight: 1 })
    .map((value) => (min > 0 && value.trim() === "" ? `x${[...value].slice(1).join("")}` : value));
}

const emailUnit = unit.map((codePoint) => (/[\s@<>()[\],;:"\\]/.test(codePoint) ? "e" : codePoint));
const segment = (maxLength: number) => fc.string({ unit: emailUnit, minLength: 1, maxLength });
const email = fc.oneof(
  fc.tuple(segment(12), segment(12), segment(4)).map(([local, domain, top]) => `${local}@${domain}.${top}`),
  emailUnit.map((codePoint) => `${codePoint.repeat(250)}@a.b`),
);

const utm = fc.dictionary(fc.oneof(fc.constant("__proto__"), generateText(0, 12)), generateText(0, 500), {
  maxKeys: 12,
  noNullPrototype: true,
});
const answers = fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 0.5, 5e-324), fc.double({ min: 0, max: 2, noNaN: true })), {
  minLength: 9,
  maxLength: 9,
});
const answersByKey = fc.record(
  Object.fromEntries(answerTable.map(([key, options]) => [key, fc.constantFrom<string>(...options)])),
);

function makeValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return schema.$ref.endsWith("UtmParams") ? utm : answersByKey;
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "array") return answers;
  if (typeof schema.pattern !== "string") return generateText(Number(schema.minLength ?? 0), Number(schema.maxLength));
  return schema.maxLength === 254 ? email : fc.stringMatching(new RegExp(schema.pattern));
}

/** Generates valid bodies, from the website or an agent, with either `answers` or `answersByKey`. */
export function generateValidBodies(table: FieldTable): fc.Arbitrary<Body> {
  const fields = Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, makeValues(schema)]));
  const requiredKeys = Object.keys(table).filter((name) => table[name]?.required);
  return fc
    .tuple(fc.record(fields, { requiredKeys, noNullPrototype: true }), generateText(2, 120), answers)
    .map(([body, agentName, nine]) => {
      if (body.channel === "ai_agent") Object.assign(body, { agentName, userConsent: true });
      if ("answers" in body) delete body.answersByKey;
      else if ("answers" in table && !("answersByKey" in body)) body.answers = nine;
      return body;
    });
}

export type Fault = { description: string; apply: (body: Body) => Body };
export const makeFault = (description: string, values: Body): Fault => ({
  description,
  apply: (body) => ({ ...body, ...values }),
});

/** Lists changes that make the field `name` of a valid body invalid. */
export function makeFieldFaults([name, { required, schema }]: [string, FieldTable[string]]): Fault[] {
  const without: Fault = { description: `no ${name}`, apply: ({ [name]: _, ...rest }) => rest };
  const wrongTypes = [null, 7, {}, [[]], ...(schema.type === "boolean" ? ["true"] : [true])];
  const values: unknown[] = schema.type === "array" ? [null, 7, {}, "x"] : wrongTypes;
  if (typeof schema.$ref === "string") values.splice(0, values.length, null, 7, [], "x");
  if (schema.type === "string") {
    const { minLength: min = 0, maxLength: max = 0 } = schema as { minLength?: number; maxLength?: number };
    values.push("a\0b".repeat(8), `${"a".repeat(20)}\ud800`, `\udc00${"a".repeat(20)}`);
    if (!schema.enum) values.push("🌋".repeat(max + 1), "x".repeat(max + 1));
    if (min > 0) values.push("🌋".repeat(min - 1), " ".repeat(min), "\u00a0\n\ufeff".repeat(min));
    if (schema.enum) values.push("", "EN", "web ", "Web", "AI_AGENT", "es-GT", "__proto__");
  }
  return [...(required ? [without] : []), ...values.map((value) => makeFault(`bad ${name}`, { [name]: value }))];
}

export const badEmails = [
  ...["", "a", "a@b", "@b.c", "a@b.", "a@.c", "a b@c.d", "a@b@c.d", "a@b c.d", "a@b.c ", "\na@b.c", "a<@b.c", "a>@b.c"],
  ...['a"@b.c', "a,@b.c", "a;@b.c", "a:@b.c", "a\\@b.c", "a(@b.c", "a)@b.c", "a@[b.c", "a@b].c", "a@b.c\u2003"],
];
const nine = Array<number>(9).fill(1);
const badAnswers: unknown[] = [
  ...[[], nine.slice(1), [...nine, 1], [...nine.slice(1), 2.000_001], [...nine.slice(1), -0.000_001]],
  ...[[...nine.slice(1), null], [...nine.slice(1), "1"], [...nine.slice(1), [1]], Array(30_000).fill(1), 1e308],
];

function makeFaults(table: FieldTable): Fault[] {
  const agent = { channel: "ai_agent", agentName: "Agent", userConsent: true };
  const faults = [
    ...Object.entries(table).flatMap(makeFieldFaults),
    ...badEmails.map((value) => makeFault("bad email", { email: value })),
    makeFault("13 utm properties", { utm: Object.fromEntries(Array.from({ length: 13 }, (_, at) => [at, ""])) }),
    ...[null, 1, {}, "x".repeat(501), "🌋".repeat(501), "\0", "\ud800"].map((value) =>
      makeFault("bad utm value", { utm: { utm_source: value } }),
    ),
    ...["\0", "\udfff"].map((name) => makeFault("bad utm name", { utm: { [name]: "" } })),
    ...[undefined, false].map((userConsent) => makeFault("no consent", { ...agent, userConsent })),
    makeFault("no agentName", { ...agent, agentName: undefined }),
  ];
  if (!("answers" in table))
    return [...faults, ...["A", "a b", "é", "a_b", ""].map((topic) => makeFault("bad topic", { topic }))];
  const keyed = Object.fromEntries(answerTable.map(([key, options]) => [key, options[0]]));
  return [
    ...faults,
    ...badAnswers.map((value) => makeFault("bad answers", { answers: value, answersByKey: undefined })),
    ...answerTable.flatMap(([key]) =>
      [undefined, null, 2, "", "None", "toString"].map((value) =>
        makeFault("bad answersByKey", { answers: undefined, answersByKey: { ...keyed, [key]: value } }),
      ),
    ),
    makeFault("both forms", { answers: nine, answersByKey: keyed }),
    makeFault("neither form", { answers: undefined, answersByKey: undefined }),
  ];
}

const numerals = ["1e400", "-1e400", "1e-400", "2.00000000000000000001", "-0", "0x1", "00", "1.", "NaN", "1E0", "9e99"];
const strangeTypes = ["text/plain", "application/xml", "multipart/form-data", "application/jsonp", "text/json", "x"];
const strangers = '"__proto__":{"name":7},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":[],"then":{}';
const appendProperty = (json: string, extra: string) => `${json.slice(0, -1)},${extra}}`;

function generateHostileProbes(table: FieldTable): fc.Arbitrary<Probe> {
  const json = generateValidBodies(table).map((body) => JSON.stringify(body));
  const names = fc.constantFrom(...Object.keys(table));
  const probe = (description: string, content: string | Buffer, mustBe?: number, type?: string) =>
    new Probe("hostile", description, content, mustBe, type);
  const deep = fc.tuple(names, fc.constantFrom("[", '{"a":'), fc.integer({ min: 1_000, max: 40_000 }));
  return fc.oneof(
    fc.jsonValue().map((value) => probe("any JSON", JSON.stringify(value))),
    fc
      .tuple(generateValidBodies(table), fc.dictionary(names, fc.jsonValue(), { maxKeys: 3 }))
      .map(([body, values]) => probe("any JSON in fields", JSON.stringify({ ...body, ...values }))),
    json.map((body) => probe("prototype names", appendProperty(body, strangers), 201)),
    fc.tuple(json, fc.anything()).map(([body, extra]) => {
      const value = JSON.stringify(extra, (_, part) => (typeof part === "bigint" ? Number(part) : part)) ?? "null";
      return probe("unknown property", appendProperty(body, `"anything":${value}`), 201);
    }),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => probe("any bytes", Buffer.from(bytes))),
    fc
      .tuple(json, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
      .map(([body, share]) => probe("cut JSON", body.slice(0, Math.floor(body.length * share)).toWellFormed(), 400)),
    fc.tuple(json, fc.nat(), fc.nat(255)).map(([body, place, byte]) => {
      const bytes = Buffer.from(body);
      bytes[place % bytes.length] = byte;
      return probe("one byte changed", bytes);
    }),
    fc
      .tuple(json, names, fc.constantFrom(...numerals))
      .map(([body, name, numeral]) =>
        probe("strange numbers", appendProperty(body, `"${name}":[${Array(9).fill(numeral).join()}]`)),
      ),
    fc
      .tuple(json, names, fc.jsonValue())
      .map(([body, name, value]) => probe("a name twice", appendProperty(body, `"${name}":${JSON.stringify(value)}`))),
    fc
      .tuple(json, fc.constantFrom("\ufeff", " \n\t", "\u00a0", "\0"))
      .map(([body, lead]) => probe("lead-in", lead + body)),
    fc.tuple(json, fc.constantFrom(...strangeTypes)).map(([body, type]) => probe("wrong type", body, 415, type)),
    {
      weight: 1,
      arbitrary: fc
        .tuple(json, deep)
        .map(([body, [name, open, levels]]) =>
          probe(
            "deep",
            appendProperty(body, `"${name}":${open.repeat(levels)}1${(open === "[" ? "]" : "}").repeat(levels)}`),
          ),
        ),
    },
    fc
      .tuple(json, fc.integer({ min: 1, max: 9_999 }))
      .map(([body, over]) => probe("oversize", body + " ".repeat(256 * 1024 - Buffer.byteLength(body) + over), 413)),
  );
}

/** Generates bodies of every kind for the operation with the fields in `table`. Most of the bodies are small. */
export function generateProbes(table: FieldTable): fc.Arbitrary<Probe> {
  const valid = generateValidBodies(table);
  const faults = fc.constantFrom(...makeFaults(table));
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((body) => new Probe("valid", "valid", JSON.stringify(body), 201)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid, faults)
        .map(([body, { description, apply }]) => new Probe("one fault", description, JSON.stringify(apply(body)), 400)),
    },
    { weight: 3, arbitrary: generateHostileProbes(table) },
  );
}
