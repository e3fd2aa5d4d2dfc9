import { expect, test } from "vitest";
import { ccMax, NewForward, NewReply } from "./reply.ts";

const reply = { kind: "evaluation", id: 1, text: "Hello." };

test("reads the addresses for copies from one text, each address once", () => {
  const cc = " ana@example.com,Beto@Example.com;\nANA@example.com ";
  expect(NewReply.parse({ ...reply, cc }).cc).toEqual(["ANA@example.com", "Beto@Example.com"]);
  expect(NewReply.parse({ ...reply, cc: "" }).cc).toEqual([]);
  expect(NewReply.parse(reply).cc).toBeUndefined();
});

test("accepts at most five valid addresses for copies", () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@example.com`).join();
  expect(NewReply.parse({ ...reply, cc: list(ccMax) }).cc).toHaveLength(5);
  for (const cc of [list(ccMax + 1), "ana", "Ana <ana@example.com>", "a@b.c, nobody@", 5]) {
    expect(NewReply.safeParse({ ...reply, cc }).error?.issues).toMatchObject([{ path: ["cc"] }]);
  }
});

test("accepts exactly one valid address to forward to", () => {
  const forward = { kind: "inquiry", id: 1, text: "", language: "en" };
  expect(NewForward.parse({ ...forward, to: " a@b.co " })).toMatchObject({ to: "a@b.co", text: undefined });
  for (const to of ["", "a@b", "a@b.co, c@d.co"]) expect(NewForward.safeParse({ ...forward, to }).success).toBe(false);
});
