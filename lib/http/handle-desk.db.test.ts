import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import type { OperatorRole } from "../domain/access/operator.ts";
import { type Access, Done, defineDeskGet, defineDeskPost, Nothing, nameOperations } from "../domain/operation.ts";
import { disconnect, newOperator } from "../server/access/operator.fixture.ts";
import { database } from "../server/db.ts";
import { handle } from "./handle.ts";
import { handleCsv } from "./handle-file.ts";
import { toRoute } from "./next-router.ts";
import { deskNotFound } from "./not-found.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
afterAll(disconnect);

const secret = "s3cret-juana@example.com";
const address = "http://localhost:3000/api/admin/things/5/name";

function makeRenameRoute(access: Access, result: () => Promise<object> = async () => ({ id: 5 })) {
  const input = z.object({ id: z.string(), name: z.string().check(z.minLength(2)) });
  const output = z.object({ id: z.number() });
  const { renameThing } = nameOperations({
    renameThing: defineDeskPost("/admin/things/{id}/name", access, input, output, { bodyBytesMax: 1_000 }),
  });
  const useCase = vi.fn(async (_input: unknown, _context: object) => (await result()) as never);
  return { useCase, route: toRoute(handle(renameThing, useCase)) };
}

async function newCookie(role: OperatorRole, hasSecondFactor = true): Promise<string> {
  return (await newOperator(role, { hasSecondFactor })).cookie;
}

type Sent = { cookie?: string; body?: string; method?: string; headers?: Record<string, string> };

async function send(
  route: (request: Request) => Promise<Response>,
  { cookie, body = '{"name":"New","id":"99"}', method = "POST", headers = {} }: Sent = {},
) {
  const request = new Request(address, {
    method,
    body: method === "GET" || method === "HEAD" ? undefined : body,
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}), ...headers },
  });
  const response = await route(request);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    bodyUsed: request.bodyUsed,
  };
}

describe("an operation of the desk", () => {
  test("passes operator and input to the use case, path parameters before body fields", async () => {
    const { useCase, route } = makeRenameRoute("operator", async () => ({ id: 5, email: secret }));
    const { operator, cookie } = await newOperator("member");
    const answer = await send(route, { cookie: cookie });
    expect([answer.status, answer.text]).toEqual([200, '{"id":5}']);
    expect(useCase).toHaveBeenCalledTimes(1);
    const [input, context] = useCase.mock.calls[0] ?? [];
    expect(input).toEqual({ id: "5", name: "New" });
    expect(context).toMatchObject({ operator, now: expect.any(Date), requestId: answer.headers.get("x-request-id") });
  });

  test("extends the session unless the page polls by itself", async () => {
    const { operator, cookie } = await newOperator("member", { usedAt: new Date(Date.now() - 3_600_000) });
    const select = { updatedAt: true } as const;
    const readUse = () =>
      database((db) => db.operatorSession.findUniqueOrThrow({ where: { id: operator.sessionId }, select }), "desk");
    const before = await readUse();
    const { poll, ask } = nameOperations({
      poll: { ...defineDeskGet("/admin/things", Nothing, Done), isPolled: true },
      ask: defineDeskGet("/admin/things", Nothing, Done),
    });
    const isExtendedBy = async (operation: typeof poll | typeof ask) => {
      const route = toRoute(handle(operation, async () => ({})));
      expect((await send(route, { cookie, method: "GET" })).status).toBe(200);
      return (await readUse()).updatedAt > before.updatedAt;
    };
    expect(await isExtendedBy(poll)).toBe(false);
    expect(await isExtendedBy(ask)).toBe(true);
  });

  test("refuses every method but POST before any other check", async () => {
    const { useCase, route } = makeRenameRoute("operator");
    for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]) {
      const answer = await send(route, { method, headers: { origin: "https://evil.example" } });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
    expect(useCase).not.toHaveBeenCalled();
  });

  test("refuses desk requests from other sites before it checks the session", async () => {
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ];
    const cookie = await newCookie("admin");
    for (const access of ["operator", "admin", "visitor", "anyone"] as const) {
      const { useCase, route } = makeRenameRoute(access);
      for (const headers of foreign) {
        expect((await send(route, { headers })).status).toBe(403);
        expect((await send(route, { headers, cookie })).status).toBe(403);
      }
      expect(useCase).not.toHaveBeenCalled();
    }
  });

  test("checks the session before it reads the body", async () => {
    const { useCase, route } = makeRenameRoute("operator");
    for (const sent of [
      {},
      { body: "x".repeat(2_000) },
      { body: "{" },
      { headers: { "content-type": "text/plain" } },
    ]) {
      const answer = await send(route, sent);
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Sign in first."}']);
      expect(answer.bodyUsed).toBe(false);
    }
    const halfway = await send(route, { cookie: await newCookie("admin", false) });
    expect([halfway.status, halfway.text]).toEqual([401, '{"error":"Set up the second factor first."}']);
    expect(useCase).not.toHaveBeenCalled();
  });

  test("admits only the roles that the operation's access allows", async () => {
    const visitors = {
      stranger: undefined,
      halfway: await newCookie("member", false),
      member: await newCookie("member"),
      admin: await newCookie("admin"),
    };
    const expected = {
      anyone: [200, 200, 200, 200],
      visitor: [401, 200, 200, 200],
      operator: [401, 401, 200, 200],
      admin: [401, 401, 403, 200],
    };
    for (const access of ["anyone", "visitor", "operator", "admin"] as const) {
      const { route } = makeRenameRoute(access);
      const statuses: number[] = [];
      for (const cookie of Object.values(visitors)) statuses.push((await send(route, { cookie })).status);
      expect([access, statuses]).toEqual([access, expected[access]]);
    }
  });

  test("checks content type, size, JSON and fields in this order", async () => {
    const { useCase, route } = makeRenameRoute("operator");
    const cookie = await newCookie("member");
    const large = "x".repeat(1_001);
    const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
    expect((await send(route, { cookie, body: large, headers: urlEncoded })).status).toBe(415);
    expect((await send(route, { cookie, body: large })).status).toBe(413);
    for (const body of ["{", "", "[]", "null"]) {
      const answer = await send(route, { cookie, body });
      expect([body, answer.status, answer.headers.get("invalid-fields")]).toEqual([body, 400, null]);
    }
    const invalid = await send(route, { cookie, body: "{}" });
    expect([invalid.status, invalid.headers.get("invalid-fields")]).toEqual([400, "name=required"]);
    expect(useCase).not.toHaveBeenCalled();
  });

  test("sets cookies from the use case's result without showing them in the body", async () => {
    const { enter } = nameOperations({ enter: defineDeskPost("/admin/enter", "anyone", Nothing, Done) });
    const route = toRoute(
      handle(enter, async () => ({ token: secret }), {
        setCookies: ({ token }) => [`a=${token}`, "b=2"],
      }),
    );
    const answer = await send(route);
    expect([answer.status, answer.text]).toEqual([200, "{}"]);
    expect(answer.headers.getSetCookie()).toEqual([`a=${secret}`, "b=2"]);
  });
});

test("applies repeated filters to a CSV file, and asks visitors to sign in first", async () => {
  const input = z.object({ status: z.array(z.string()) });
  const { exportThings } = nameOperations({
    exportThings: defineDeskGet("/admin/things/export", input, z.string()),
  });
  async function* parts(status: string[]) {
    yield status.join(";");
  }
  const route = toRoute(handleCsv(exportThings, ({ status }) => parts(status)));
  const ask = (headers: Record<string, string>, method = "GET") =>
    route(new Request(`${address}/export?status=new&status=won`, { method, headers }));
  const answer = await ask({ cookie: await newCookie("member") });
  expect([answer.status, await answer.text()]).toEqual([200, "new;won"]);
  expect((await ask({ cookie: await newCookie("member") }, "HEAD")).status).toBe(405);
  expect((await ask({})).status).toBe(401);
  const followed = await ask({ accept: "text/html" });
  const to = encodeURIComponent("/admin/inbox?status=new&status=won");
  expect([followed.status, followed.headers.get("location")]).toEqual([303, `/admin/sign-in?to=${to}`]);
});

test("responds with 404 to an unknown desk path only for operators", async () => {
  expect((await send(toRoute(deskNotFound))).status).toBe(401);
  expect((await send(toRoute(deskNotFound), { cookie: await newCookie("member") })).status).toBe(404);
  expect((await send(toRoute(deskNotFound), { headers: { origin: "https://evil.example" } })).status).toBe(403);
});
