import { expect, test } from "vitest";
import { searchParamsOf } from "./search-params.ts";

test("a parameter that is there once is a text, one that is there several times a list", () => {
  expect(searchParamsOf("http://x/y?status=new&q=caf%C3%A9+x&status=won&to=")).toEqual({
    status: ["new", "won"],
    q: "café x",
    to: "",
  });
  expect(searchParamsOf("http://x/y")).toEqual({});
});
