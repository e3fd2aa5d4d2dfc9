import { describe, expect, test } from "vitest";
import { PersonErasure, PersonQuery, PersonSearch, toPeoplePath } from "./person.ts";

test("refers to a person by a submission's reference", () => {
  const submission = { kind: "inquiry", id: 2_147_483_647 } as const;
  expect(toPeoplePath({ submission })).toBe("/admin/people?submission=Q-2147483647");
  expect(PersonQuery.parse({ submission: "Q-2147483647" })).toEqual({ submission });
  for (const other of ["Q-2147483648", "Q-0", "Q-1e3", "P-1", "inquiry-1", "", 5])
    expect(PersonQuery.safeParse({ submission: other }).success).toBe(false);
});

test("refers to a person without submissions by a hash only", () => {
  const record = "0f".repeat(32);
  expect(PersonQuery.parse({ record })).toEqual({ record });
  expect(toPeoplePath({ record })).toBe(`/admin/people?record=${record}`);
  for (const other of ["", "0F".repeat(32), "0f".repeat(31), "2a5f8f0e-6d0f-4c7e-9a43-0c1d2e3f4a5b", [record]])
    expect(PersonQuery.safeParse({ record: other }).success).toBe(false);
});

describe("the form to erase a person", () => {
  test("accepts an erasure when the confirmation repeats the address, ignoring case and outer spaces", () => {
    expect(PersonErasure.parse({ email: "Ana@Example.com", confirmation: " ana@example.COM " }).email).toBe(
      "Ana@Example.com",
    );
  });

  test.each([
    { email: "ana@example.com" },
    { email: "ana@example.com", confirmation: "" },
    { email: "ana@example.com", confirmation: "ana@example.co" },
    { email: "a@b", confirmation: "a@b" },
    { email: "https", confirmation: "https" },
    { email: "maria@empresa", confirmation: "maria@empresa" },
    { email: "a b@c.d", confirmation: "a b@c.d" },
  ])("rejects the erasure form %j", (input) => expect(PersonErasure.safeParse(input).success).toBe(false));

  test("treats both Unicode encodings of an accented letter as equal", () => {
    const input = { email: "jos\u00e9@example.com", confirmation: "JOSE\u0301@example.com" };
    expect(PersonErasure.safeParse(input).success).toBe(true);
  });

  test("reports a confirmation that differs from the address at the confirmation field", () => {
    const { error } = PersonErasure.safeParse({ email: "ana@example.com", confirmation: "beto@example.com" });
    expect(error?.issues).toMatchObject([{ path: ["confirmation"] }]);
  });
});

test("trims the email address in a search for a person, and rejects an invalid address", () => {
  expect(PersonSearch.parse({ email: " a@b.c " })).toEqual({ email: "a@b.c" });
  for (const email of ["", "a@b", "https", "maria@empresa", "<a@b.c>", `${"x".repeat(251)}@b.c`, "a@b.c\0"])
    expect(PersonSearch.safeParse({ email }).success).toBe(false);
});
