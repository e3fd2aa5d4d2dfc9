import { describe, expect, test } from "vitest";
import { NewNote, noteMax, OwnerChange, StatusChange, StatusUndo } from "./changes.ts";
import { reasonMax, statuses } from "./status.ts";
import { SubmissionRef } from "./submission-ref.ts";

/** As a form sends it. */
const seen = { kind: "lead", id: "12", revision: "0" };
const isValid = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

test("numbers are read from what a form sends, and whole ones within their bounds alone", () => {
  expect(StatusUndo.parse(seen)).toEqual({ kind: "lead", id: 12, revision: 0 });
  for (const id of ["1", "2147483647", 5]) expect(isValid(SubmissionRef, { kind: "inquiry", id })).toBe(true);
  for (const id of ["0", "2147483648", "-1", "1.5", "1e3", " 1", "", "x", 1.5, null, undefined]) {
    expect(isValid(SubmissionRef, { kind: "inquiry", id })).toBe(false);
  }
  for (const revision of ["-1", "", "2147483648", undefined])
    expect(isValid(StatusUndo, { ...seen, revision })).toBe(false);
  expect(isValid(SubmissionRef, { kind: "contact", id: "1" })).toBe(false);
});

describe("a change of status", () => {
  test("is to one of the known ones", () => {
    for (const status of statuses) expect(isValid(StatusChange, { ...seen, status, reason: "x" })).toBe(true);
    for (const status of ["", "open", undefined]) expect(isValid(StatusChange, { ...seen, status })).toBe(false);
  });

  test("needs a reason for lost alone; an empty field is none", () => {
    for (const reason of [undefined, "", "  \n"]) {
      const valid = statuses.filter((status) => isValid(StatusChange, { ...seen, status, reason }));
      expect(valid).toEqual(statuses.filter((status) => status !== "lost"));
    }
    expect(StatusChange.parse({ ...seen, status: "won", reason: " " })).toEqual({
      kind: "lead",
      id: 12,
      revision: 0,
      status: "won",
      reason: undefined,
    });
  });

  test("has a reason of at most its bound, trimmed", () => {
    const reasonOf = (reason: string) => StatusChange.safeParse({ ...seen, status: "lost", reason }).data?.reason;
    expect(reasonOf(" No budget ")).toBe("No budget");
    expect(reasonOf("🎁".repeat(reasonMax))).toBe("🎁".repeat(reasonMax));
    expect(reasonOf("x".repeat(reasonMax + 1))).toBeUndefined();
    expect(reasonOf("a\0b")).toBeUndefined();
  });
});

test("an owner is an id, me or none", () => {
  for (const owner of ["me", "none", "x".repeat(64)]) expect(isValid(OwnerChange, { ...seen, owner })).toBe(true);
  for (const owner of ["", "x".repeat(65), "a\0", undefined])
    expect(isValid(OwnerChange, { ...seen, owner })).toBe(false);
});

test("a note has text, not more than its bound, and no revision", () => {
  expect(NewNote.parse({ ...seen, text: " Call back\n" })).toEqual({ kind: "lead", id: 12, text: "Call back" });
  expect(isValid(NewNote, { ...seen, text: "x".repeat(noteMax) })).toBe(true);
  for (const text of ["", "  ", "x".repeat(noteMax + 1), undefined])
    expect(isValid(NewNote, { ...seen, text })).toBe(false);
});
