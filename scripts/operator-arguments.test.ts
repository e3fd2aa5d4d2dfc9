import { expect, test } from "vitest";
import { parseOperatorArguments } from "./operator-arguments.ts";

const parse = (line: string) => parseOperatorArguments(line.split(" "));

test("reads the command, the address and the role of an operator", () => {
  const email = "ana@desk.example";
  expect(parse("create Ana@Desk.example")).toEqual({ command: "create", email, role: undefined });
  expect(parse("create ana@desk.example --role member")).toEqual({ command: "create", email, role: "member" });
  expect(parse("reset ana@desk.example")).toEqual({ command: "reset", email, role: undefined });
});

test.each([
  ["an unknown role", "create a@desk.example --role king"],
  ["a role without its option", "create a@desk.example member"],
  ["a role for a reset", "reset a@desk.example --role member"],
  ["an unknown command", "remove a@desk.example"],
  ["no address", "create"],
])("explains the usage of the operator command if given %s", (_, line) => {
  expect(() => parse(line)).toThrow("Usage: npm run operator");
});

test("names an unknown option of the operator command", () => {
  expect(() => parse("create a@desk.example --rol member")).toThrow("Unknown option '--rol'");
});
