import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "@playwright/test";
import { ApiError } from "../../lib/domain/api-error.ts";
import { test } from "../support/test.ts";

/** Sends bytes as they are and reads until the server closes. */
async function exchange(bytes: string): Promise<{ status: number; type: string; error: string }> {
  const socket = connect(Number(new URL(process.env.E2E_URL ?? "").port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    type: /^content-type: (.*)$/im.exec(head)?.[1] ?? "",
    error: ApiError.parse(JSON.parse(body)).error,
  };
}

const json = "application/json; charset=utf-8";

test("a request that is no HTTP is a 400 in JSON", async () => {
  expect(await exchange("nonsense\r\n\r\n")).toMatchObject({ status: 400, type: json });
});

test("a request line that is too long is a 431 in JSON", async () => {
  const path = `/api/catalog?search=${"a".repeat(20_000)}`;
  expect(await exchange(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)).toMatchObject({ status: 431, type: json });
});
