import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";

async function startServer(listener: http.RequestListener): Promise<URL> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test("lets the caller accept or reject a response that never ends", async () => {
  const url = await startServer((_request, response) => void response.writeHead(200).write("received"));
  process.env.INSIDE_HOSTS = url.host;
  const { requestOutside } = await import("./outside-request.ts");
  const ask = (read: (response: http.IncomingMessage) => Promise<unknown>) =>
    requestOutside(url, { headers: {}, timeoutMilliseconds: 300 }, read);
  const readStatus = async (response: http.IncomingMessage) => {
    await response.toArray().catch(() => undefined);
    return response.statusCode;
  };
  expect(await ask(readStatus)).toBe(200);
  await expect(ask((response) => response.toArray())).rejects.toMatchObject({ message: "slow", isSent: true });
});
