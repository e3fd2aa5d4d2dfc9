import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startHttpsServer } from "./https-server.fixture.ts";
import { log } from "./log.ts";
import { makeSigningKey, serveKeys } from "./signing-keys.fixture.ts";
import { findHostByOrigin, findSigningKey } from "./signing-keys.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  ASSISTANT_ORIGINS: "ChatGPT=https://chatgpt.com, Some Host=https://some.example:8443/",
});

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** The directory's response, and the number of requests to it. */
const shown = { listener: serveKeys([]), count: 0 };
let server: Awaited<ReturnType<typeof startHttpsServer>>;
beforeAll(async () => {
  server = await startHttpsServer("keys.test", (request, answer) => {
    shown.count++;
    return shown.listener(request, answer);
  });
});
afterAll(() => server.close());

/** Each test uses its own days, so that no keys stay cached from earlier tests. */
let start = Date.UTC(2026, 10, 22);
beforeEach(() => {
  start += 3 * day;
  shown.count = 0;
});

/** A generous timeout: no test depends on it, and the production timeout could fail on a slow machine. */
const network = { findAddress: async () => "127.0.0.1", milliseconds: 60_000 };

async function findServedKey(keyId: string, now: number) {
  const origin = `https://keys.test:${server.port}`;
  const key = await findSigningKey({ origin, keyId, now }, network);
  return key?.export({ format: "jwk" }).x;
}

test("identifies an assistant host only by its exact origin", () => {
  expect(findHostByOrigin("https://chatgpt.com")).toBe("ChatGPT");
  expect(findHostByOrigin("https://some.example:8443")).toBe("Some Host");
  for (const origin of ["", "https://some.example", "https://www.chatgpt.com", "http://chatgpt.com", "ChatGPT"]) {
    expect(findHostByOrigin(origin)).toBeUndefined();
  }
});

describe("keys of a directory", () => {
  test("fetches the keys of a directory once an hour", async () => {
    const [one, other] = [makeSigningKey(), makeSigningKey()];
    shown.listener = serveKeys([one.jwk, { kty: "RSA" }, null, other.jwk]);
    const found = await Promise.all([one, other, one].map(({ keyId }) => findServedKey(keyId, start)));
    expect(found).toEqual([one.jwk.x, other.jwk.x, one.jwk.x]);
    expect(await findServedKey(one.keyId, start + hour - second)).toBe(one.jwk.x);
    expect(shown.count).toBe(1);
    shown.listener = serveKeys([other.jwk]);
    expect(await findServedKey(one.keyId, start + hour)).toBeUndefined();
    expect(await findServedKey(other.keyId, start + hour)).toBe(other.jwk.x);
    expect(shown.count).toBe(2);
  });

  test("fetches a directory again at most once a minute when a key is unknown", async () => {
    const [known, next] = [makeSigningKey(), makeSigningKey()];
    shown.listener = serveKeys([known.jwk]);
    expect(await findServedKey(known.keyId, start)).toBe(known.jwk.x);
    for (let at = 0; at < 5; at++)
      expect(await findServedKey(`unknown ${at}`, start + minute - second)).toBeUndefined();
    expect(shown.count).toBe(1);
    shown.listener = serveKeys([known.jwk, next.jwk]);
    expect(await findServedKey(next.keyId, start + minute)).toBe(next.jwk.x);
    expect(shown.count).toBe(2);
  });

  test("retries a failed directory once a minute", async () => {
    const warn = vi.spyOn(log(), "warn").mockClear();
    const key = makeSigningKey();
    shown.listener = serveKeys([key.jwk]);
    expect(await findServedKey(key.keyId, start)).toBe(key.jwk.x);
    for (const answer of ["{", '{"keys":{}}', `{"keys":[${"1,".repeat(50)}1]}`, `"${"x".repeat(65 * 1024)}"`]) {
      shown.listener = (_, response) => response.setHeader("content-type", "application/json").end(answer);
      const now = start + minute * shown.count;
      expect(await findServedKey("unknown", now)).toBeUndefined();
      expect(await findServedKey("unknown", now + minute - second)).toBeUndefined();
      expect(await findServedKey(key.keyId, now)).toBe(key.jwk.x);
    }
    shown.listener = (_, response) => response.writeHead(302, { location: "/elsewhere" }).end();
    for (const later of [hour, hour, hour + minute - second])
      expect(await findServedKey(key.keyId, start + later)).toBe(key.jwk.x);
    expect(shown.count).toBe(6);
    expect(await findServedKey(key.keyId, start + hour + minute)).toBe(key.jwk.x);
    expect(shown.count).toBe(7);
    expect(await findServedKey(key.keyId, start + day - second)).toBe(key.jwk.x);
    expect(await findServedKey(key.keyId, start + day)).toBeUndefined();
    const faults = warn.mock.calls.map(([line]) => Object(line).error);
    expect(faults).toEqual([...Array(3).fill("no directory"), "too_large", ...Array(3).fill("redirects")]);
    shown.listener = serveKeys([key.jwk]);
    expect(await findServedKey(key.keyId, start + day + minute)).toBe(key.jwk.x);
  });

  test.each([
    ["that begin now", (now: number) => ({ nbf: now / 1000 }), true],
    ["that begin later", (now: number) => ({ nbf: now / 1000 + 1 }), false],
    ["that end later", (now: number) => ({ exp: now / 1000 + 1 }), true],
    ["that end now", (now: number) => ({ exp: now / 1000 }), false],
    ["of another curve", () => ({ crv: "X25519" }), false],
    ["of another length", () => ({ x: "AAAA" }), false],
  ])("ignores invalid keys, tested with keys %s", async (_name, change, isFound) => {
    const key = makeSigningKey(change(start));
    shown.listener = serveKeys([key.jwk]);
    expect(await findServedKey(key.keyId, start)).toBe(isFound ? key.jwk.x : undefined);
  });
});
