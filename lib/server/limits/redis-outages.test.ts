import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const max = 3;
const servers: Server[] = [];

/** Starts `server` on loopback until the test ends. @returns its port */
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

async function findClosedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await once(server.close(), "close");
  return port;
}

const answerRest = (body: string, status = 200) =>
  listen(createServer((_, response) => response.writeHead(status, { "content-type": "application/json" }).end(body)));
const answerPlain = (text: string) => listen(createTcpServer((socket) => socket.on("data", () => socket.end(text))));
const atUpstash = (port: number) => ({
  UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`,
  UPSTASH_REDIS_REST_TOKEN: "token",
});
const atRedis = (port: number) => ({ REDIS_URL: `redis://127.0.0.1:${port}` });

// Loads the code before the tests, because loading takes many seconds on a busy machine.
await import("./submission-limits.ts");

beforeEach(() => {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "encajeKept");
  for (const name of ["REDIS_URL", "UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"]) vi.stubEnv(name, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) server.close();
});

test.each([
  ["Upstash is unreachable", atUpstash, findClosedPort],
  ["Upstash answers nonsense", atUpstash, () => answerRest("<html>Bad gateway</html>")],
  ["Upstash answers with errors", atUpstash, () => answerRest("{}", 500)],
  ["Upstash hangs up", atUpstash, () => listen(createServer((request) => request.destroy()))],
  ["Upstash answers with another command's result", atUpstash, () => answerRest('{"result":null}')],
  ["Redis is unreachable", atRedis, findClosedPort],
  ["Redis answers nonsense", atRedis, () => answerPlain("<html>Bad gateway</html>\r\n")],
  ["Redis never answers", atRedis, () => listen(createTcpServer((socket) => socket.resume()))],
  ["Redis requires a password", atRedis, () => answerPlain("-NOAUTH Authentication required.\r\n")],
])("counts in memory with the same limit when %s", async (_name, toSettings, start) => {
  const settings = { ...toSettings(await start()), LOG_LEVEL: "warn", RATE_LIMIT_IP_MAX: String(max) };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const warn = vi.spyOn((await import("../log.ts")).log(), "warn").mockReturnValue();
  const { spendSubmission } = await import("./submission-limits.ts");
  const clientIp = randomUUID();
  const spend = async () => (await spendSubmission({ clientIp }, 1_800_000_000_000))[0]?.isAllowed;
  const allowed = await Promise.all(Array.from({ length: 2 * max }, spend));
  expect(allowed.filter((isAllowed) => isAllowed)).toHaveLength(max);
  const logged = { error: expect.any(String) };
  expect(warn).toHaveBeenCalledExactlyOnceWith(logged, expect.stringContaining("Redis is slow or unavailable"));
});

// Asks the client itself: on a busy machine, the limiter's half second may be over before the client has loaded.
test.each([
  ["ECONNREFUSED", findClosedPort],
  ["NOAUTH", () => answerPlain("-NOAUTH Authentication required.\r\n")],
])("names the fault %s of Redis without the rest of the error", async (fault, start) => {
  vi.stubEnv("REDIS_URL", atRedis(await start()).REDIS_URL);
  const { findRedisFault, openRedis } = await import("./redis.ts");
  const failing = openRedis()?.scripts.eval("return 1", [], []);
  expect(await failing?.catch(findRedisFault)).toBe(fault);
});
