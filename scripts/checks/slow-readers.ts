// `npm run check:slow-readers`: connections that take nothing are cut in time; a line of 20 kB a second is not.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { WebServer } from "../../lib/http/front/web-server.ts";
import { freePort } from "../processes.ts";

/** They ask for a page that fits the system's buffers. */
const pageReaders = 500;
/** They ask for far more. With more readers the system's total limit on buffers would slow them down itself. */
const endlessReaders = 100;
const lines = 5;
const bytesPerSecond = 20_000;
const megabyte = Buffer.alloc(1_000_000, "x");
const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

const web = new WebServer();
web.serve(async ({ url }, outgoing) => void outgoing.end(url === "/page" ? megabyte.subarray(0, 220_000) : megabyte));
const port = await freePort();
await web.listen(port, "127.0.0.1");
const startedAt = performance.now();
const secondsPassed = () => (performance.now() - startedAt) / 1000;

const served: Promise<number>[] = [];
web.server.on("connection", (socket) => {
  served.push(new Promise((resolve) => socket.once("close", () => resolve(secondsPassed()))));
});
for (let at = 0; at < pageReaders + endlessReaders; at++) {
  open()
    .pause()
    .write(at < pageReaders ? "GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n" : request.repeat(20));
}
while (served.length < pageReaders + endlessReaders) await sleep(10);
const takers = Promise.all(served.slice());
const arrivedAfter = await Promise.all(Array.from({ length: lines }, readSlowly));
const cutAfter = await takers;
console.log(`${pageReaders} that took nothing of a page were cut after ${format(cutAfter.slice(0, pageReaders))} s`);
console.log(`${endlessReaders} that took nothing of 20 MB were cut after ${format(cutAfter.slice(pageReaders))} s`);
console.log(`1 MB at 20 kB/s arrived whole on ${lines} lines, after ${format(arrivedAfter)} s`);
process.exit(Math.max(...cutAfter) <= 60 ? 0 : 1);

async function readSlowly(): Promise<number> {
  const socket = open();
  const askedAt = secondsPassed();
  socket.write(request);
  let length = 0;
  for await (const part of socket) {
    length += part.length;
    if (length > megabyte.length) return secondsPassed() - askedAt;
    await sleep(Math.max(0, (length / bytesPerSecond + askedAt - secondsPassed()) * 1000));
  }
  throw new Error(`A slow line was cut after ${length} bytes and ${secondsPassed()} s.`);
}

function open(): Socket {
  return connect(port, "127.0.0.1").on("error", () => undefined);
}

function format(seconds: number[]): string {
  return `${Math.min(...seconds).toFixed(0)} to ${Math.max(...seconds).toFixed(0)}`;
}
