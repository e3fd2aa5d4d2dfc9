// `npm run check:memory`: growth of the app's memory under slow and malformed requests, after an ordinary load, and the
// memory that it keeps after large mails.

import { createHmac, randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient, inquiry, randomAddress } from "../../e2e/support/test.ts";
import { buildIfNeeded } from "../build.ts";
import { type App, startApp } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";

const growthMegabytesMax = 60;
const afterMailsMegabytesMax = 450;
const mailSecret = "inbound-secret-of-the-memory-check";
const { values } = parseArgs({
  options: {
    connections: { type: "string", default: "500" },
    seconds: { type: "string", default: "30" },
    rounds: { type: "string", default: "50" },
  },
});
const connections = Number(values.connections);
const seconds = Number(values.seconds);

type Load = (app: App) => Promise<void>;

async function ordinary({ url }: App): Promise<void> {
  const paths = ["/en", "/es/catalogo", "/api/catalog", "/api/catalog?search=envio", "/en/evaluation", "/api/healthz"];
  await callers(16, Number(values.rounds), async () => {
    const client = createClient(url);
    await client.post("/api/leads/contact", inquiry());
    for (const path of paths) await (await fetch(url + path)).arrayBuffer();
  });
}

/** Keeps `connections` sockets open for the whole time: each begins with `first` and sends `next` every second. */
function slow(first: string, next: string | undefined): Load {
  return async ({ url }) => {
    const isOver = AbortSignal.timeout(seconds * 1000);
    const hold = async () => {
      while (!isOver.aborted) {
        const socket = open(url).pause();
        socket.write(first);
        while (!(isOver.aborted || socket.closed)) {
          await sleep(1_000);
          if (next === undefined) continue;
          if (socket.writable) socket.write(next);
          socket.resume();
        }
        socket.destroy();
      }
    };
    await Promise.all(Array.from({ length: connections }, hold));
  };
}

const post = (rest: string) => {
  const head = "POST /api/leads/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  return `${head}X-Forwarded-For: ${randomAddress()}\r\n${rest}`;
};
const truncated = JSON.stringify(inquiry()).slice(0, -20);
const deep = "[".repeat(20_000);
const malformed = [
  () => "nonsense\r\n\r\n",
  () => `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  () => "GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n",
  () => post(`Content-Length: ${truncated.length}\r\nConnection: close\r\n\r\n${truncated}`),
  () => post(`Content-Length: ${deep.length}\r\nConnection: close\r\n\r\n${deep}`),
  () => post(`Content-Length: 300000\r\nConnection: close\r\n\r\n${" ".repeat(300_000)}`),
  () => post(`Transfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(20_000)}0\r\n\r\n`),
  () => post("Transfer-Encoding: chunked\r\n\r\nzz\r\n"),
  () => "GET /en/%ff%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
];

async function flood({ url }: App): Promise<void> {
  let next = 0;
  await callers(50, Number(values.rounds) * 2, async () => {
    const socket = open(url).resume();
    socket.write(malformed[next++ % malformed.length]?.() ?? "");
    await new Promise((resolve) => socket.once("close", resolve));
  });
}

/** Thirty mails of 8 MB at once, until their thread has ended. */
async function mails({ url }: App): Promise<void> {
  const file = randomBytes(6 * 1024 * 1024)
    .toString("base64")
    .replaceAll(/.{76}/g, "$&\r\n");
  const send = async () => {
    const head = `From: ana@x.example\r\nMessage-ID: <${randomUUID()}@x.example>\r\n`;
    const part = "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    const body = JSON.stringify({ RawEmail: head + part + file });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac("sha256", mailSecret).update(`${timestamp}.${body}`).digest("hex");
    const headers = { "Inbound-Timestamp": timestamp, "Inbound-Signature": `sha256=${signature}` };
    await (await fetch(`${url}/api/inbound-mail`, { method: "POST", headers, body })).text();
  };
  await Promise.all(Array.from({ length: 30 }, send));
  await sleep(10_000);
}

async function callers(count: number, rounds: number, work: () => Promise<void>): Promise<void> {
  const call = async () => {
    for (let round = 0; round < rounds; round++) await work();
  };
  await Promise.all(Array.from({ length: count }, call));
}

function open(url: string): Socket {
  return connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
}

function readRss(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** Runs one load and prints the memory. @returns the peak in megabytes */
async function measure(app: App, name: string, load: Load): Promise<number> {
  const before = readRss(app.pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, readRss(app.pid));
  }, 100);
  await load(app);
  await sleep(3_000);
  clearInterval(timer);
  const cells = [before, peak, readRss(app.pid)].map((megabytes) => megabytes.toFixed(0).padStart(8));
  console.log(name.padEnd(20) + cells.join(""));
  return peak;
}

async function run(): Promise<boolean> {
  const database = await startTestDatabase();
  await atEnd(database.close);
  const limits = { RATE_LIMIT_IP_MAX: "1000000000", TRUSTED_PROXY_HOPS: "1", LOG_LEVEL: "silent" };
  const mail = { INBOUND_MAIL_SECRET: mailSecret, AUTH_SECRET: randomUUID() };
  const app = await startApp({ DATABASE_URL: database.url, ...limits, ...mail });
  await atEnd(app.stop);
  console.log(`${"RSS in MB".padEnd(20)}${["before", "peak", "after"].map((each) => each.padStart(8)).join("")}`);
  await measure(app, "ordinary", ordinary);
  await measure(app, "ordinary again", ordinary);
  const ordinaryRss = readRss(app.pid);
  await measure(app, "mails", mails);
  const afterMails = readRss(app.pid);
  const page = "GET /en HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const peaks = [
    await measure(app, "slow headers", slow("GET / HTTP/1.1\r\nHost: a\r\n", "X-A: b\r\n")),
    await measure(app, "slow bodies", slow(post("Content-Length: 8192\r\n\r\n"), "          ")),
    await measure(app, "slow readers", slow(page, undefined)),
    await measure(app, "malformed", flood),
    await measure(app, "malformed again", flood),
  ];
  const growth = Math.max(...peaks) - ordinaryRss;
  console.log(`Most above the ordinary: ${growth.toFixed(0)} MB, at most ${growthMegabytesMax} allowed`);
  console.log(`After large mails: ${afterMails.toFixed(0)} MB, at most ${afterMailsMegabytesMax} allowed`);
  return growth <= growthMegabytesMax && afterMails <= afterMailsMegabytesMax;
}

buildIfNeeded();
await runCheck(run);
