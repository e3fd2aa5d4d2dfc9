import { describe, expect, test } from "vitest";
import { parseReturnPath, withReturnPath } from "./return-path.ts";

describe("the return path", () => {
  test.each([
    "/admin/inbox/evaluation/93",
    "/admin/inbox?q=caf%C3%A9&status=open",
    "/admin/account",
    "/admin//evil.example",
  ])("accepts %s as the path to return to after sign-in", (path) => {
    expect(parseReturnPath(path)).toBe(path);
  });

  test.each([
    undefined,
    ["/admin/inbox"],
    "",
    "/admin",
    "/en",
    "/administration/1",
    "/admin/../en",
    "/admin/%2e%2e/en",
    "/admin/..\\..\\evil",
    "//evil.example/admin/inbox",
    "/\\evil.example/admin/inbox",
    "/\t/evil.example/admin/inbox",
    "https://evil.example/admin/inbox",
    "http://desk.invalid:81/admin/inbox",
    "javascript:alert(1)//admin/",
    "/admin/sign-in",
    "/admin/sign-in?to=%2Fadmin%2Finbox",
    "/admin/second-factor/set-up",
    "/admin/./sign-in",
    `/admin/invitation/${"a".repeat(43)}`,
    `/admin/${"x".repeat(2_000)}`,
  ])("rejects %j as the path to return to after sign-in", (path) => {
    expect(parseReturnPath(path)).toBeUndefined();
    expect(withReturnPath("/admin/sign-in", path)).toBe("/admin/sign-in");
  });

  test("encodes the path to return to as a single query parameter", () => {
    expect(withReturnPath("/admin/sign-in", "/admin/inbox?a=1&b=#x\r\nSet-Cookie: y")).toBe(
      "/admin/sign-in?to=%2Fadmin%2Finbox%3Fa%3D1%26b%3D",
    );
  });
});
