import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

type Received = { path: string; body: string; headers: Record<string, string>; at: number; manner: Manner };
/** A status, or another way to answer a webhook. */
export type Manner = number | "hang" | "reset" | "redirect" | "busy";

/** Sends all webhooks that are due now. Loads the sender late, because it reads the environment once. */
export async function runWebhookSender(): Promise<void> {
  const { openWebhookSender } = await import("./deliver-webhook.ts");
  const sender = await openWebhookSender();
  await sender.sendDue();
  await sender.stop();
}

/** A receiver of webhooks on loopback. Each path can respond differently. */
export class Receiver {
  readonly received: Received[] = [];
  readonly manners: Record<string, Manner> = {};
  connections = 0;
  readonly #server = http.createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    this.#server.on("connection", () => this.connections++);
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  release(): void {
    this.#server.closeAllConnections();
  }

  list(path: string): Received[] {
    return this.received.filter((each) => each.path === path);
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const path = request.url ?? "";
    const manner = this.manners[path] ?? 200;
    this.received.push({ path, body, headers: request.headers as Record<string, string>, at: Date.now(), manner });
    if (manner === "hang") return;
    if (manner === "reset") return void request.socket.resetAndDestroy();
    if (manner === "redirect") return void response.writeHead(302, { location: "/elsewhere" }).end();
    if (manner === "busy") return void response.writeHead(503, { "retry-after": "7200" }).end();
    response.writeHead(manner, { "content-type": "text/plain" }).end(`${body}\0${"é".repeat(4_000)}`);
  }
}
