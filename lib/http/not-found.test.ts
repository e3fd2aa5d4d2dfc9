import { expect, test } from "vitest";
import { get, read } from "./exchange.fixture.ts";
import { toRoute } from "./next-router.ts";
import { notFound as respondNotFound } from "./not-found.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const notFound = toRoute(respondNotFound);
const url = "http://localhost:3000/api/nothing/here?secret=1";

test("responds to an unknown path with a 404 in JSON that does not repeat the path", async () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const { status, headers, json } = await read(await notFound(get(url, {}, method)));
    expect(status).toBe(404);
    expect(json).toEqual({ error: expect.not.stringMatching(/nothing\/|secret/) });
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});
