import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchPublicText, type NetworkAccess } from "./fetch-public-text.ts";
import { startHttpsServer } from "./https-server.fixture.ts";
import { findPublicAddress, isPublicAddress } from "./outside-request.ts";

const host = "specs.test";
const bounds = { bytesMax: 2 * 1024 * 1024, redirectsMax: 3, userAgent: "encaje" };
const megabyte = Buffer.alloc(1024 * 1024, "x");

const pages: Record<string, RequestListener> = {
  "/good": (_, answer) =>
    answer.setHeader("content-type", "application/json; charset=utf-8").end('{"openapi":"3.1.0"}'),
  "/vendor": (_, answer) => answer.setHeader("content-type", "application/vnd.oai.openapi+json").end("{}"),
  "/yaml": (_, answer) => answer.setHeader("content-type", "application/vnd.oai.openapi; version=3.1").end("{}"),
  "/openapi.yaml": (_, answer) => answer.setHeader("content-type", "application/octet-stream").end("openapi: 3.1.0"),
  "/openapi": (_, answer) => answer.setHeader("content-type", "application/octet-stream").end("openapi: 3.1.0"),
  "/html": (_, answer) => answer.setHeader("content-type", "text/html").end("{}"),
  "/untyped.yml": (_, answer) => answer.end("openapi: 3.1.0"),
  "/untyped": (_, answer) => answer.end("{}"),
  "/zipped": (_, answer) =>
    answer.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("x"),
  "/latin": (_, answer) => answer.setHeader("content-type", "application/json").end(Buffer.from([0x22, 0xe9, 0x22])),
  "/missing": (_, answer) => answer.writeHead(404, { "content-type": "application/json" }).end("{}"),
  "/declared": (_, answer) =>
    answer.writeHead(200, { "content-type": "application/json", "content-length": 3 * megabyte.length }).end(megabyte),
  "/endless": (_, answer) => {
    answer.setHeader("content-type", "application/json");
    const more = () => {
      while (!answer.destroyed && answer.write(megabyte)) {}
    };
    answer.on("drain", more);
    more();
  },
  "/silent": () => undefined,
  "/trickle": (_, answer) => {
    answer.setHeader("content-type", "application/json").write("{");
    const timer = setInterval(() => answer.write(" "), 20);
    answer.on("close", () => clearInterval(timer));
  },
  "/to-good": (_, answer) => answer.writeHead(302, { location: "/good" }).end(),
  "/round": (_, answer) => answer.writeHead(302, { location: "/round" }).end(),
  "/to": (request, answer) =>
    answer.writeHead(307, { location: new URL(request.url ?? "", "https://x").searchParams.get("at") ?? "" }).end(),
  "/headers": (request, answer) =>
    answer.setHeader("content-type", "application/json").end(JSON.stringify(request.headers)),
};

let server: Awaited<ReturnType<typeof startHttpsServer>>;
let origin = "";
beforeAll(async () => {
  server = await startHttpsServer(host, (request, answer) => {
    const page = pages[(request.url ?? "").split("?", 1)[0] ?? ""];
    if (page) page(request, answer);
    else answer.writeHead(404).end();
  });
  origin = `https://${host}:${server.port}`;
});
afterAll(() => server.close());

/** The real address check, except that one name resolves to the test server. */
const findAddress = async (name: string) => (name === host ? "127.0.0.1" : findPublicAddress(name));

const ask = (url: string, network: Partial<NetworkAccess> = {}) =>
  fetchPublicText(url, bounds, { findAddress, ...network });

describe("fetchPublicText", () => {
  test("returns JSON and YAML, even after a redirect", async () => {
    expect(await ask(`${origin}/good`)).toEqual({ text: '{"openapi":"3.1.0"}' });
    expect(await ask(`  ${origin}/to-good `)).toEqual({ text: '{"openapi":"3.1.0"}' });
    expect(await ask(`${origin}/vendor`)).toEqual({ text: "{}" });
    expect(await ask(`${origin}/yaml`)).toEqual({ text: "{}" });
  });

  test("returns a .yaml or .yml file even if the server sends no YAML content type", async () => {
    expect(await ask(`${origin}/openapi.yaml`)).toEqual({ text: "openapi: 3.1.0" });
    expect(await ask(`${origin}/untyped.yml`)).toEqual({ text: "openapi: 3.1.0" });
  });

  test("connects to the checked address, and sends no credentials", async () => {
    const read = await ask(`${origin}/headers`);
    const headers = JSON.parse("text" in read ? read.text : "{}");
    expect(headers["user-agent"]).toBe("encaje");
    expect(headers.host).toBe(`${host}:${server.port}`);
    expect(Object.keys(headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  test("resolves each host once, even if its address changes", async () => {
    const asked: string[] = [];
    const rebinding = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? "127.0.0.1" : "169.254.169.254";
    };
    expect(await ask(`${origin}/good`, { findAddress: rebinding })).toHaveProperty("text");
    expect(asked).toEqual([host]);
  });
});

describe("refused addresses", () => {
  test.each([
    ["http", (port: number) => `http://${host}:${port}/good`, "address"],
    ["a file", () => "file:///etc/passwd", "address"],
    ["user and password", (port: number) => `https://user:secret@${host}:${port}/good`, "address"],
    ["an invalid URL", () => "not an address", "address"],
    ["loopback", (port: number) => `https://127.0.0.1:${port}/good`, "inside"],
    ["another loopback address", (port: number) => `https://127.8.9.10:${port}/good`, "inside"],
    ["a cloud's metadata address", () => "https://169.254.169.254/latest/meta-data/", "inside"],
    ["IPv6 loopback", (port: number) => `https://[::1]:${port}/good`, "inside"],
    ["IPv4-mapped loopback", (port: number) => `https://[::ffff:127.0.0.1]:${port}/good`, "inside"],
    ["IPv4-mapped loopback in hexadecimal", (port: number) => `https://[::ffff:7f00:1]:${port}/good`, "inside"],
    ["loopback as a decimal number", (port: number) => `https://2130706433:${port}/good`, "inside"],
    ["loopback in hexadecimal", (port: number) => `https://0x7f.1:${port}/good`, "inside"],
    ["loopback in octal", (port: number) => `https://0177.0.0.1:${port}/good`, "inside"],
    ["the unspecified address", (port: number) => `https://0.0.0.0:${port}/good`, "inside"],
    ["a private network", () => "https://10.0.0.1/", "inside"],
    ["a carrier-grade NAT address", () => "https://100.64.0.1/", "inside"],
    ["a name that resolves to loopback", (port: number) => `https://localhost:${port}/good`, "inside"],
  ])("refuses a URL with %s without connecting", async (_name, urlAt, fault) => {
    const before = server.connections();
    expect(await ask(urlAt(server.port))).toEqual({ fault });
    expect(server.connections()).toBe(before);
  });

  test.each([
    ["loopback", (port: number) => `https://127.0.0.1:${port}/good`, "inside"],
    ["a name that resolves to loopback", (port: number) => `https://localhost:${port}/good`, "inside"],
    ["a cloud's metadata address", () => "https://169.254.169.254/", "inside"],
    ["http", (port: number) => `http://${host}:${port}/good`, "address"],
    ["loopback without a scheme", (port: number) => `//127.0.0.1:${port}/good`, "inside"],
  ])("refuses a redirect to %s without following it", async (_name, urlAt, fault) => {
    const before = server.connections();
    expect(await ask(`${origin}/to?at=${encodeURIComponent(urlAt(server.port))}`)).toEqual({ fault });
    expect(server.connections()).toBe(before + 1);
  });
});

describe("refused responses", () => {
  test.each([
    ["a declared length over the limit", "/declared", "too_large"],
    ["an undeclared length over the limit", "/endless", "too_large"],
    ["another content type", "/html", "type"],
    ["no content type", "/untyped", "type"],
    ["a file of unknown type", "/openapi", "type"],
    ["a compressed response", "/zipped", "encoding"],
    ["another character set", "/latin", "encoding"],
    ["an error status", "/missing", "status"],
    ["a redirect loop", "/round", "redirects"],
  ])("refuses a response with %s", async (_name, path, fault) => {
    expect(await ask(`${origin}${path}`)).toEqual({ fault });
  });

  test.each(["/silent", "/trickle"])("refuses a response that takes too long: %s", async (path) => {
    expect(await ask(`${origin}${path}`, { milliseconds: 300 })).toEqual({ fault: "slow" });
  });

  test("refuses a host whose resolution takes too long", async () => {
    const never = () => new Promise<string>(() => undefined);
    expect(await ask(`${origin}/good`, { findAddress: never, milliseconds: 50 })).toEqual({ fault: "slow" });
  });

  test("refuses a server without TLS or with another host's certificate", async () => {
    const plain = createServer((_, answer) => answer.end("{}")).listen(0, "127.0.0.1");
    await new Promise((resolve) => plain.once("listening", resolve));
    const { port } = plain.address() as AddressInfo;
    expect(await ask(`https://${host}:${port}/`)).toEqual({ fault: "unreachable" });
    plain.close();
    const elsewhere = { findAddress: async () => "127.0.0.1" };
    expect(await ask(`https://other.test:${server.port}/good`, elsewhere)).toEqual({ fault: "unreachable" });
  });
});

test("follows at most the allowed number of redirects", async () => {
  const fetch = (redirectsMax: number) =>
    fetchPublicText(`${origin}/to-good`, { ...bounds, redirectsMax }, { findAddress });
  expect(await fetch(1)).toHaveProperty("text");
  expect(await fetch(0)).toEqual({ fault: "redirects" });
});

test.each(["93.184.215.14", "1.1.1.1", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])(
  "treats the IP address %s as public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.1.1", "169.254.169.254", "172.16.0.1"],
  ...["172.31.255.255", "192.0.0.1", "192.0.0.8", "192.0.2.1", "192.168.1.1", "192.168.255.1", "198.18.0.1"],
  ...["198.51.100.1", "203.0.113.1", "224.0.0.1", "225.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::127.0.0.1", "::ffff:1.1.1.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"],
  ...["100::1", "2001:db8::1", "2002:7f00:1::", "2001::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1"],
  ...["4000::1", "not an address", ""],
])("treats the IP address %s as not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
