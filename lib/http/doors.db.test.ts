import { randomInt } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Comparison, type Target } from "../../e2e/support/doors.ts";
import { checkRepeats } from "../../e2e/support/repeats.ts";
import { disconnect } from "../server/db.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { dispatch } from "./dispatch.ts";
import { toResponse } from "./next-router.ts";
import { isBelowApi, isMcpPath } from "./path.ts";
import { mcpRoute } from "./routes.ts";
import { findSiteRoute } from "./site-routes.ts";

const unlimited = "1000000000";
Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: unlimited, RATE_LIMIT_AGENT_MAX: unlimited });
const { url } = await switchToOwnDatabase(process.env);
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
beforeEach(() => client.query("DELETE FROM submissions"));
afterAll(async () => {
  await client.end();
  await disconnect();
});

const target: Target = {
  url: "http://localhost:3000",
  send: async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname } = new URL(request.url);
    request.headers.set("host", host);
    const other = isBelowApi(pathname) ? dispatch : findSiteRoute(request.method, pathname);
    const handler = isMcpPath(pathname) ? mcpRoute : other;
    if (!handler) throw new Error(`nothing answers ${pathname}`);
    return toResponse(await handler(request));
  },
};

test("gives the same verdicts and faults through every interface", async () => {
  const seed = randomInt(2 ** 31);
  console.log(`doors: seed ${seed}`);
  const comparison = new Comparison(target);
  await comparison.sendAll(300, seed, 4);
  await comparison.checkRows(client);
  const { counts } = comparison;
  for (const kind of ["faulty", "qualified", "review", "redirect"]) expect(counts[kind], kind).toBeGreaterThan(20);
}, 60_000);

test("stores a submission sent 100 times at once only once through each interface", async () => {
  expect(await checkRepeats(target, client)).toHaveLength(8);
}, 60_000);
