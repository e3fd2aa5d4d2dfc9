import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { makeMessage } from "../../e2e/support/mcp-calls.ts";
import { type Door, protocolHeaders } from "./door.ts";
import { ConstantResponses, constantMethods, createMcp } from "./server.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const door = { site: { name: "Encaje", url: "https://encaje.test" } } as Door;

type Sent = { headers: Record<string, string>; message: Record<string, unknown> };

async function send(mcp: ReturnType<typeof createMcp>, { headers, message }: Sent) {
  const { status, body } = await mcp.respond(new Headers(headers), message, door);
  return { status, json: body.length ? JSON.parse(body.toString()) : undefined };
}

const makeModern = (method: string): Sent => {
  const { headers, body } = makeMessage(method, {});
  return { headers, message: JSON.parse(body) };
};
const makeLegacy = (method: string): Sent => ({
  headers: { ...makeModern(method).headers, "mcp-protocol-version": "2025-11-25" },
  message: { jsonrpc: "2.0", id: 1, method, params: {} },
});

test.each(constantMethods)(
  "sends the same response to %s for every request id, in both protocol generations",
  async (method) => {
    const mcp = createMcp();
    for (const make of [makeModern, makeLegacy]) {
      const sent = make(method);
      const { status, json } = await send(mcp, sent);
      for (const id of [1, 2, -7, "a", 'quoted " \\ ñ\u2028', ""]) {
        const again = await send(mcp, { ...sent, message: { ...sent.message, id } });
        expect(again).toEqual({ status, json: { ...json, id } });
      }
    }
  },
);

const site = { name: "Encaje" };
const makeAsk = () => vi.fn(async () => ({ status: 200, body: JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }) }));

test("calls the SDK once per method and protocol generation, whatever the request id", async () => {
  const [answers, ask] = [new ConstantResponses(), makeAsk()];
  const all = constantMethods.flatMap((method) => [makeModern(method), makeLegacy(method)]);
  for (const id of [1, "a"]) {
    for (const { headers, message } of all) await answers.find(site, new Headers(headers), { ...message, id }, ask);
  }
  expect(ask).toHaveBeenCalledTimes(all.length);
});

test("forgets responses when the site gets another name", async () => {
  const [answers, ask] = [new ConstantResponses(), makeAsk()];
  const { headers, message } = makeModern("server/discover");
  for (const name of ["Encaje", "Istmo", "Istmo"]) await answers.find({ name }, new Headers(headers), message, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test.each(protocolHeaders)("caches responses separately for a missing header %s and for an empty one", async (name) => {
  const [answers, ask] = [new ConstantResponses(), makeAsk()];
  const { headers, message } = makeModern("tools/list");
  const { [name]: _given, ...others } = headers;
  for (const sent of [others, { ...others, [name]: "" }]) await answers.find(site, new Headers(sent), message, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("responds to a changed message as a server with an empty cache does", async () => {
  const warm = createMcp();
  const plain = constantMethods.flatMap((method) => [makeModern(method), makeLegacy(method)]);
  for (const sent of plain) await send(warm, sent);
  const meta = "io.modelcontextprotocol/";
  const change = fc.record({
    id: fc.constantFrom(1, "x", null, 1.5, undefined, true, [], {}),
    jsonrpc: fc.constantFrom("2.0", "2.0", "1.0", undefined),
    header: fc.constantFrom(
      ["accept", "application/json, text/event-stream"],
      ["accept", "text/html"],
      ["mcp-protocol-version", "2026-07-28"],
      ["mcp-protocol-version", "2031-01-01"],
      ["mcp-method", "tools/call"],
      ["mcp-name", "get_api"],
      ["content-type", "text/plain"],
      ...protocolHeaders.flatMap((name) => [[name, ""], [name]]),
    ),
    params: fc.constantFrom<((given: Record<string, unknown>) => unknown)[]>(
      (given) => given,
      () => undefined,
      () => [],
      (given) => ({ ...given, cursor: "7" }),
      (given) => ({ ...given, _meta: {} }),
      (given) => ({ ...given, _meta: { ...Object(given._meta), [`${meta}protocolVersion`]: "2025-11-25" } }),
      (given) => ({ ...given, _meta: { ...Object(given._meta), [`${meta}clientCapabilities`]: 7 } }),
      (given) => ({ ...given, _meta: { ...Object(given._meta), [`${meta}clientInfo`]: { name: 1 } } }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...plain), change, async ({ headers, message }, { header, params, ...own }) => {
      const [name = "", value] = header;
      const { [name]: _given, ...others } = headers;
      const sent = {
        headers: value === undefined ? others : { ...others, [name]: value },
        message: { ...message, ...own, params: params(Object(message.params)) },
      };
      const expected = await send(createMcp(), sent);
      expect(await send(warm, sent)).toEqual(expected);
      expect(await send(warm, sent)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
