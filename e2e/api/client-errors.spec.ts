import { connect } from "node:net";
import { expect } from "@playwright/test";
import { ApiError } from "../../lib/domain/errors.ts";
import { rawRequest } from "../support/raw.ts";
import { test } from "../support/test.ts";

/** Sends raw bytes and reads until the server closes the connection. */
async function sendRaw(bytes: string): Promise<{ status: number; type: string; error: string }> {
  const socket = connect(Number(new URL(process.env.E2E_URL ?? "").port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  // The server may reset the connection while we are still sending.
  socket.on("error", () => undefined).write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    type: /^content-type: (.*)$/im.exec(head)?.[1] ?? "",
    error: ApiError.parse(JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "")).error,
  };
}

const json = "application/json; charset=utf-8";

test("responds to a malformed HTTP request with a 400 in JSON", async () => {
  expect(await sendRaw("nonsense\r\n\r\n")).toMatchObject({ status: 400, type: json });
});

test("responds to an oversized request line with a 431 in JSON", async () => {
  const path = `/api/catalog?search=${"a".repeat(20_000)}`;
  expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatchObject({ status: 431, type: json });
});

test("ignores an Upgrade header and answers the request", async () => {
  const headers = { connection: "Upgrade", upgrade: "h2c" };
  for (const path of ["/api/healthz", "/api/nothing"]) {
    expect((await rawRequest(path, { headers })).status).toBe(path === "/api/healthz" ? 200 : 404);
  }
});
