import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntryContent, EntryPlace, MergeChoice } from "./content.ts";
import { fullContent } from "./editor.fixture.ts";
import { mergeContents } from "./merge.ts";

type Service = EntryContent["services"][number];
type Edit = (content: EntryContent) => EntryContent;

function service(id: string, change: Partial<Service> = {}): Service {
  return {
    id,
    titleEn: id,
    titleEs: id,
    descriptionEn: "",
    descriptionEs: "",
    operations: [],
    docsUrl: null,
    swaggerUrl: null,
    ...change,
  };
}
const withServices = (...services: (Service | string)[]) =>
  fullContent({ services: services.map((each) => (typeof each === "string" ? service(each) : each)) });
const listIds = ({ content }: { content: EntryContent }) => content.services.map(({ id }) => id).join("");
const toText = ({ field, service: id }: EntryPlace) => (id === undefined ? field : `${id} ${field}`);

const base = withServices("a", "b", "c", "d");

describe("changes of one only", () => {
  const changeService = (id: string, change: Partial<Service>): Edit => {
    return (content) => ({
      ...content,
      services: content.services.map((each) => (each.id === id ? { ...each, ...change } : each)),
    });
  };
  const removeService = (id: string): Edit => {
    return (content) => ({ ...content, services: content.services.filter((each) => each.id !== id) });
  };
  const addService = (id: string, at: number): Edit => {
    return (content) => ({ ...content, services: content.services.toSpliced(at, 0, service(id)) });
  };
  const swapServices = (at: number): Edit => {
    return (content) => ({ ...content, services: swap(content.services, at) });
  };
  const swap = <Item>(list: Item[], at: number) => list.toSpliced(at, 2, ...list.slice(at, at + 2).toReversed());
  /** Each edits another place, so that any of them go together. */
  const edits: Edit[] = [
    (content) => ({ ...content, slug: "other" }),
    (content) => ({ ...content, titleEn: "Other" }),
    (content) => ({ ...content, descriptionEs: "" }),
    (content) => ({ ...content, useCasesEn: ["One", "Two"] }),
    (content) => ({ ...content, endpoints: [] }),
    (content) => ({ ...content, docsUrl: null }),
    (content) => ({ ...content, swaggerUrl: "https://example.com/swagger" }),
    (content) => ({ ...content, spec: JSON.parse('{"__proto__":{},"openapi":"3.1.0"}') }),
    changeService("a", { titleEn: "Other" }),
    changeService("a", { operations: ["listThings"] }),
    changeService("c", { docsUrl: "https://example.com/c" }),
    removeService("b"),
    addService("e", 0),
    addService("f", 2),
    addService("g", 2),
    addService("h", 4),
  ];
  const share = fc.subarray(edits.map((_, at) => at));
  /** Alone, as it moves the places where others add. */
  const maySwap = fc.constantFrom<Edit[]>([], [swapServices(2)]);
  const apply = (content: EntryContent, chosen: readonly Edit[]) =>
    chosen.reduce((result, edit) => edit(result), content);
  const pickEdits = (places: readonly number[], ofMine: readonly number[], isMine: boolean) =>
    places.filter((at) => ofMine.includes(at) === isMine).flatMap((at) => edits[at] ?? []);

  test("without a concurrent change, a merge is what is saved", () => {
    fc.assert(
      fc.property(share, maySwap, (places, moves) => {
        const mine = apply(base, [...pickEdits(places, places, true), ...moves]);
        expect(mergeContents(base, base, mine)).toEqual({ content: mine, taken: [], conflicts: [], isDecided: true });
        expect(mergeContents(base, mine, mine)).toEqual({ content: mine, taken: [], conflicts: [], isDecided: true });
        expect(mergeContents(base, mine, base)).toMatchObject({ content: mine, conflicts: [] });
      }),
    );
  });

  test("both are in the merge, whoever is first", () => {
    fc.assert(
      fc.property(share, share, maySwap, (places, ofMine, moves) => {
        const mine = apply(base, [...pickEdits(places, ofMine, true), ...moves]);
        const theirs = apply(base, pickEdits(places, ofMine, false));
        const merge = mergeContents(base, theirs, mine);
        expect(merge.conflicts).toEqual([]);
        expect(mergeContents(base, mine, theirs).content).toEqual(merge.content);
        const both = apply(base, pickEdits(places, places, true));
        const sort = ({ services, ...texts }: EntryContent) => ({
          ...texts,
          services: services.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
        });
        expect(sort(merge.content)).toEqual(sort(both));
      }),
    );
  });

  test("theirs are named", () => {
    const theirs = apply(
      base,
      [1, 8, 11].flatMap((at) => edits[at] ?? []),
    );
    const mine = apply(
      base,
      [3, 9, 15].flatMap((at) => edits[at] ?? []),
    );
    const merge = mergeContents(base, theirs, mine);
    expect(merge.taken.map(toText).toSorted()).toEqual(["a titleEn", "b services", "titleEn"]);
    expect(listIds(merge)).toBe("acdh");
  });
});

describe("services keep their places", () => {
  test.each<[what: string, theirs: string, mine: string, merged: string]>([
    ["one moved, the other added", "dabc", "abcxd", "dabcx"],
    ["one moved, the other removed", "dabc", "abd", "dab"],
    ["both moved the same", "dabc", "dabc", "dabc"],
    ["both added at the end", "abcdx", "abcdw", "abcdwx"],
    ["both added at the start", "xabcd", "wabcd", "wxabcd"],
    ["both removed the same", "abd", "abd", "abd"],
    ["each removed one", "abc", "bcd", "bc"],
    ["both added the same", "abxcd", "abxcd", "abxcd"],
  ])("%s", (_what, theirs, mine, merged) => {
    const [one, other] = [withServices(...theirs), withServices(...mine)];
    expect(listIds(mergeContents(base, one, other))).toBe(merged);
    expect(listIds(mergeContents(base, other, one))).toBe(merged);
    expect(mergeContents(base, one, other).conflicts).toEqual([]);
  });
});

describe("a conflict", () => {
  type Case = [what: string, theirs: EntryContent, mine: EntryContent, place: EntryPlace, sides: unknown[]];
  test.each<Case>([
    ["a text", { ...base, titleEn: "X" }, { ...base, titleEn: "Y" }, { field: "titleEn" }, ["X", "Y"]],
    ["a list", { ...base, endpoints: ["X", "Z"] }, { ...base, endpoints: [] }, { field: "endpoints" }, ["X\nZ", ""]],
    [
      "an address",
      { ...base, docsUrl: null },
      { ...base, docsUrl: "https://x" },
      { field: "docsUrl" },
      ["", "https://x"],
    ],
    [
      "the document",
      { ...base, spec: { openapi: "3.0.0", paths: { "/": {} } } },
      { ...base, spec: {} },
      { field: "spec" },
      [
        { name: "OpenAPI 3.0.0", paths: 1, length: 36 },
        { name: "", paths: 0, length: 2 },
      ],
    ],
    [
      "a field of a service",
      withServices(service("a", { titleEs: "X" }), "b", "c", "d"),
      withServices(service("a", { titleEs: "Y" }), "b", "c", "d"),
      { field: "titleEs", service: "a" },
      ["X", "Y"],
    ],
    [
      "a service that one changed and the other removed",
      withServices(service("a", { titleEs: "X" }), "b", "c", "d"),
      withServices("b", "c", "d"),
      { field: "services", service: "a" },
      ["a", null],
    ],
    [
      "the order",
      withServices("b", "a", "c", "d"),
      withServices("a", "b", "d", "c"),
      { field: "services" },
      ["b\na\nc\nd", "a\nb\nd\nc"],
    ],
    [
      "a service that both added differently",
      withServices("a", "b", "c", "d", service("e", { titleEn: "X" })),
      withServices("a", "b", "c", "d", service("e", { titleEn: "Y" })),
      { field: "titleEn", service: "e" },
      ["X", "Y"],
    ],
  ])("of %s has both sides, and the chosen one is taken", (_what, theirs, mine, place, [their, my]) => {
    const [left, right] = [
      { ...theirs, titleEs: "Theirs" },
      { ...mine, descriptionEn: "Mine" },
    ];
    const open = mergeContents(base, left, right);
    expect(open.conflicts).toEqual([{ ...place, theirs: their, mine: my }]);
    expect(open.isDecided).toBe(false);
    const rest = { titleEs: "Theirs", descriptionEn: "Mine" };
    const decide = (take: MergeChoice["take"]) => mergeContents(base, left, right, [{ ...place, take }]);
    expect(decide("theirs")).toMatchObject({ content: { ...theirs, ...rest }, isDecided: true });
    expect(decide("mine")).toMatchObject({ content: { ...mine, ...rest }, isDecided: true });
  });

  test("is every difference when nobody knows any more what both started from", () => {
    const theirs = { ...withServices("a", "b"), titleEn: "X" };
    const mine = { ...withServices("b", "c"), titleEs: "Y" };
    const merge = mergeContents(null, theirs, mine);
    expect(merge.conflicts.map(toText)).toEqual(["titleEn", "titleEs", "a services", "c services"]);
    const keepMine = merge.conflicts.map(({ field, service: id }) => ({ field, service: id, take: "mine" as const }));
    expect(mergeContents(null, theirs, mine, keepMine)).toMatchObject({ content: mine, isDecided: true });
    expect(mergeContents(null, mine, mine).conflicts).toEqual([]);
  });

  test("is the title when each took away that of one language", () => {
    const merge = mergeContents(base, { ...base, titleEn: "" }, { ...base, titleEs: "" });
    expect(merge.conflicts.map(toText)).toEqual(["titleEn", "titleEs"]);
  });
});
