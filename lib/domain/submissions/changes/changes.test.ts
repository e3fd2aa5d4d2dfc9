import { describe, expect, test } from "vitest";
import { splitParagraphs } from "../../plain-text.ts";
import { reasonMax, statuses } from "../core/status.ts";
import { SubmissionRef, selectionMax } from "../core/submission-ref.ts";
import { NewReply, replyMax } from "../reply/reply.ts";
import { Change, findMentioned, findMentions, NewNote, noteMax } from "./changes.ts";

/** A submission as a form sends it. */
const seen = { kind: "evaluation", id: "12" };
const makeStatusChange = (change: object) => ({ type: "status", items: [{ ...seen, from: "new" }], ...change });
const makeOwnerChange = (change: object) => ({ type: "owner", items: [{ ...seen, from: null }], ...change });
const isValid = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test("reads only integers within their bounds as submission numbers from a form", () => {
  for (const id of ["1", "2147483647", 5]) expect(isValid(SubmissionRef, { kind: "inquiry", id })).toBe(true);
  for (const id of ["0", "2147483648", "-1", "1.5", "1e3", " 1", "", "x", 1.5, null, undefined]) {
    expect(isValid(SubmissionRef, { kind: "inquiry", id })).toBe(false);
  }
  expect(isValid(SubmissionRef, { kind: "contact", id: "1" })).toBe(false);
});

describe("a change of status", () => {
  test("accepts only known statuses as the new status", () => {
    for (const status of statuses) expect(isValid(Change, makeStatusChange({ status, reason: "x" }))).toBe(true);
    for (const status of ["", "open", undefined]) expect(isValid(Change, makeStatusChange({ status }))).toBe(false);
  });

  test("requires a reason only for the status lost", () => {
    for (const reason of [undefined, "", "  \n"]) {
      const valid = statuses.filter((status) => isValid(Change, makeStatusChange({ status, reason })));
      expect(valid).toEqual(statuses.filter((status) => status !== "lost"));
    }
    expect(Change.parse(makeStatusChange({ status: "won", reason: " " }))).toEqual({
      type: "status",
      items: [{ kind: "evaluation", id: 12, from: "new" }],
      status: "won",
      reason: undefined,
    });
  });

  test("trims the reason and limits its length", () => {
    const readReason = (reason: string) => {
      const { data } = Change.safeParse(makeStatusChange({ status: "lost", reason }));
      return data?.type === "status" ? data.reason : undefined;
    };
    expect(readReason(" No budget ")).toBe("No budget");
    expect(readReason("🎁".repeat(reasonMax))).toBe("🎁".repeat(reasonMax));
    expect(readReason("x".repeat(reasonMax + 1))).toBeUndefined();
    expect(readReason("a\0b")).toBeUndefined();
  });
});

test("accepts an operator's id or null as the owner", () => {
  for (const owner of ["x", "x".repeat(64), null]) {
    expect(isValid(Change, makeOwnerChange({ owner }))).toBe(true);
    expect(isValid(Change, makeOwnerChange({ owner: null, items: [{ ...seen, from: owner }] }))).toBe(true);
  }
  for (const owner of ["", "x".repeat(65), "a\0", undefined])
    expect(isValid(Change, makeOwnerChange({ owner }))).toBe(false);
});

test("accepts changes to 1 to 200 submissions, each with its previous value", () => {
  const item = { ...seen, from: "new" };
  for (const [items, isAllowed] of [
    [[], false],
    [[item], true],
    [Array(selectionMax).fill(item), true],
    [Array(selectionMax + 1).fill(item), false],
    [[seen], false],
    [[{ ...item, from: "open" }], false],
  ] as const) {
    expect(isValid(Change, makeStatusChange({ items, status: "won" }))).toBe(isAllowed);
  }
});

test("requires the text of a note, within its length limit", () => {
  expect(NewNote.parse({ ...seen, text: " Call back\n" })).toEqual({ kind: "evaluation", id: 12, text: "Call back" });
  expect(isValid(NewNote, { ...seen, text: "x".repeat(noteMax) })).toBe(true);
  for (const text of ["", "  ", "x".repeat(noteMax + 1), undefined])
    expect(isValid(NewNote, { ...seen, text })).toBe(false);
});

describe("the text of a reply", () => {
  const readText = (text: string) => NewReply.safeParse({ ...seen, text }).data?.text;

  test("stores the text of a reply exactly as it is mailed", () => {
    const typed = " Buenos días:\r\n\r\n\r\n\r\n\tel  lunes \u202E \u200F está\u0007 bien \r\n 🌋 ";
    const kept = readText(typed) ?? "";
    expect(kept).toBe("Buenos días:\n\nel lunes está bien\n🌋");
    expect(splitParagraphs(kept).join("\n\n")).toBe(kept);
    expect(readText(kept)).toBe(kept);
  });

  test("accepts a reply up to its maximum of code points, with CR LF counted as one", () => {
    const lines = (lineBreak: string) => `${`x${lineBreak}`.repeat(replyMax / 2 - 1)}xx`;
    for (const lineBreak of ["\r\n", "\r", "\n", " \n"]) {
      expect(readText(lines(lineBreak))).toBe(lines("\n"));
      expect(readText(`${lines(lineBreak)}x`)).toBeUndefined();
    }
    expect(readText("🌋".repeat(replyMax))).toHaveLength(2 * replyMax);
  });

  test("rejects a reply that is empty after cleaning or cannot be stored", () => {
    for (const text of ["", " \r\n ", "\u202E\u200F \u0007"]) expect(readText(text)).toBeUndefined();
    for (const text of ["a\0b", "a\ud800b"]) expect(readText(text)).toBeUndefined();
    const { error } = NewReply.safeParse({ ...seen, text: "\u202E\n" });
    expect(error?.issues).toMatchObject([{ path: ["text"], message: expect.stringContaining("must not be blank") }]);
  });
});

const operators = ["Ana", "Ana Ruiz", "José Núñez", "Zoë", "Rene\u0301"].map((name, at) => ({ id: `${at}`, name }));
const listMentioned = (text: string) => findMentioned(text, operators).map(({ name }) => name);

test.each([
  ["@Ana Ruiz, ¿lo ve usted?", ["Ana Ruiz"]],
  ["¿@ana? y (@JOSÉ NÚÑEZ).", ["Ana", "José Núñez"]],
  ["@Ana\n@Ana Ruiz @Zoë", ["Ana", "Ana Ruiz", "Zoë"]],
  ["@Jose\u0301 Nu\u0301n\u0303ez: ¿lo ve?", ["José Núñez"]],
  ["@Jose Nuñez, @Zoe\u0301", []],
  ["@René, @rene\u0301", ["Rene\u0301"]],
  ["@Anabel, @Ana_x, Ana, @ Ana, ana@example.com", []],
  ["@Ana Ruizs", ["Ana"]],
])("in the note %j, finds mentions of %j", (text, names) => {
  expect(listMentioned(text)).toEqual(names);
});

test("finds the positions of mentions in a note", () => {
  const text = "Hola @Ana Ruiz: @Zoë, @Zoe\u0308";
  const found = findMentions(text, operators).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(["@Ana Ruiz", "@Zoë", "@Zoe\u0308"]);
});
