import { describe, expect, test } from "vitest";
import { asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { compare, makeApi, makeBody, makeResponse, query, text, today } from "./compare.fixture.ts";
import { compareApis } from "./compare.ts";
import { versions } from "./versions.fixture.ts";

/** Seeded random numbers (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Spot = { owner: JsonObject | unknown[]; key: string };

function listSpots(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== "object" || value === null) return spots;
  for (const [key, inner] of Object.entries(value)) {
    spots.push({ owner: value as Spot["owner"], key });
    listSpots(inner, spots);
  }
  return spots;
}

function mutateDocument(document: JsonObject, random: () => number): JsonObject {
  const copy = structuredClone(document);
  const spots = listSpots(copy);
  const { owner, key } = spots[Math.floor(random() * spots.length)] as Spot;
  const value = Reflect.get(owner, key);
  const isLeaf = typeof value !== "object" || value === null;
  if (!isLeaf && random() < 0.5 && isJsonObject(value)) Object.assign(value, { zzz: { type: "string" } });
  else if (!isLeaf || random() < 0.3)
    Array.isArray(owner) ? owner.splice(Number(key), 1) : Reflect.deleteProperty(owner, key);
  else
    Reflect.set(owner, key, typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}z`);
  return copy;
}

test("reports a difference for every changed document", () => {
  const silent: string[] = [];
  for (const [version, document] of Object.entries(versions)) {
    const random = makeRandom(7);
    for (let round = 0; round < 25; round++) {
      const changed = mutateDocument(document, random);
      for (const [before, after] of [
        [document, changed],
        [changed, document],
      ] as const) {
        const compared = compareApis(before, after, today);
        if (compared?.level === "none" && !compared.partial.length)
          silent.push(`${version}: ${findDifference(before, after)}`);
      }
    }
  }
  expect([...new Set(silent)]).toEqual([]);
});

function findDifference(before: unknown, after: unknown, path = ""): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return "";
  if (typeof before !== "object" || typeof after !== "object" || !before || !after)
    return `${path} ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [first = ""] = names.filter(
    (name) => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
  return findDifference(Reflect.get(before, first), Reflect.get(after, first), `${path}/${first}`);
}

describe("hostile documents", () => {
  const chain = (length: number, wrap: (next: object) => object, end: object) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `S${at}`,
        at === length - 1 ? end : wrap({ $ref: `#/components/schemas/S${at + 1}` }),
      ]),
    );
  const first = { $ref: "#/components/schemas/S0" };
  const make = (schemas: object) => makeResponse(first, { components: { schemas } });

  test("finds a change deep inside schemas that contain themselves", () => {
    const ring = (type: string) => ({
      S0: { properties: { next: { $ref: "#/components/schemas/S1" } } },
      S1: { properties: { back: first, value: { type } } },
    });
    const { changes } = compare(make(ring("string")), make(ring("integer")));
    expect(changes).toMatchObject([{ rule: "type-changed", place: { path: "200.body.next.value" } }]);
    expect(compare(make({ S0: first }), make({ S0: { allOf: [first] } })).level).toBe("none");
  });

  test("follows a thousand references, and reports allOf that is nested too deeply", () => {
    const deep = (type: string) => make(chain(1_000, (next) => ({ properties: { next } }), { type }));
    expect(compare(deep("string"), deep("integer")).changes).toMatchObject([{ rule: "type-changed" }]);
    const nested = (type: string) => make(chain(1_000, (next) => ({ allOf: [next] }), { type }));
    expect(compare(nested("string"), nested("integer"))).toMatchObject({ partial: ["deep"] });
  });

  test("tells places at the end of the same long path apart", () => {
    const deep = (type: string) => make(chain(500, (next) => ({ properties: { next } }), pair(type)));
    const pair = (type: string) => ({ properties: { a: { properties: { b: { type } } }, c: { type } } });
    expect(compare(deep("string"), deep("integer")).changes).toHaveLength(2);
  });

  test("compares twenty thousand servers", () => {
    const [before, after] = ["a", "b"].map((name) => {
      const servers = Array.from({ length: 20_000 }, (_, at) => ({ url: `https://${name}${at}.example.com` }));
      return { openapi: "3.1.0", paths: {}, servers };
    });
    expect(compareApis(before ?? {}, after ?? {}, today)?.level).toBe("may_break");
  });

  test("keeps as many changes as wanted, those that break clients first, and says that there are more", () => {
    const paths = (name: string) =>
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/${name}${at}`, { get: {} }]));
    const [before, after] = [paths("a"), paths("b")].map((each) => ({ openapi: "3.1.0", paths: each }));
    const compared = compareApis(before ?? {}, after ?? {}, today, 1_000);
    expect(compared).toMatchObject({ level: "breaking", partial: ["changes"] });
    expect(compared?.changes.filter(({ level }) => level === "breaking")).toHaveLength(1_000);
  });

  test("cuts very long names of a document in its changes", () => {
    const long = "n".repeat(100_000);
    const properties = (type: string) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { type }]));
    const document = (type: string) => ({
      openapi: "3.1.0",
      paths: {
        [`/${long}`]: {
          post: {
            requestBody: {
              content: {
                "application/json": {
                  schema: { properties: { [long]: { properties: properties(type) }, [`${long}${type}`]: {} } },
                },
              },
            },
          },
        },
      },
    });
    const { changes } = compare(document("string"), document("integer"));
    expect(changes).toHaveLength(22);
    expect(JSON.stringify(changes).length).toBeLessThan(22 * 2_000);
  });

  test("reports a change once even if many paths lead to its schema", () => {
    const both = (next: object) => ({ properties: { a: next, b: next } });
    const wide = (type: string) => make(chain(60, both, { type }));
    expect(compare(wide("string"), wide("integer")).changes).toHaveLength(1);
  });

  test.each(["other.yaml#/A", "#/components/schemas/Nowhere", "https://a.example/a.json"])(
    "compares a document only in part if a reference leads out of it: %s",
    ($ref) => {
      expect(compare(makeBody({ $ref }), makeBody({ $ref }))).toMatchObject({
        level: "none",
        partial: ["unresolved"],
        unresolved: [$ref],
      });
      expect(compare(makeBody({ $ref }), makeBody(text)).partial).toEqual(["unresolved"]);
    },
  );

  test("treats names such as __proto__ and constructor as property names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "$ref", "allOf", "tags", "1"];
    for (const name of names) {
      const schema = (type: string) =>
        JSON.parse(
          `{"properties":{${JSON.stringify(name)}:{"type":${JSON.stringify(type)}}},"required":[${JSON.stringify(name)}]}`,
        );
      const { changes } = compare(makeBody(schema("string")), makeBody(schema("integer")));
      expect(changes).toMatchObject([{ rule: "type-changed", level: "breaking", place: { path: `body.${name}` } }]);
      expect(compare(makeApi(query({ name })), makeApi({})).level).toBe("may_break");
      expect(
        compare(makeApi({}, JSON.parse(`{"components":{"schemas":{${JSON.stringify(name)}:{}}}}`)), makeApi({})).level,
      ).toBe("other");
    }
  });

  const strange: unknown[] = [null, 1, "constructor", [null], {}, { toString: 1 }];

  test.each(strange.map((value) => ({ value })))(
    "accepts the JSON value $value anywhere in a document",
    ({ value }) => {
      for (const document of Object.values(versions)) {
        const copy = structuredClone(document);
        for (const { owner, key } of listSpots(copy).filter((_, at) => at % 17 === 0)) {
          const kept = Reflect.get(owner, key);
          Reflect.set(owner, key, value);
          compareApis(document, copy, today);
          compareApis(copy, document, today);
          Reflect.set(owner, key, kept);
        }
      }
    },
  );
});

test("refuses documents that are not OpenAPI", () => {
  const { openapi: _, ...rest } = makeApi({});
  for (const document of [{}, rest, { ...rest, swagger: "1.2" }, { ...rest, openapi: "4.0.0" }]) {
    expect(compareApis(asObject(document), makeApi({}), today)).toBeNull();
  }
});
