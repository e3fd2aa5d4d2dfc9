import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";

const apiKey = "cal_live_key_of_the_tests";
const eventType = 4321;

const Wanted = z.strictObject({
  eventTypeId: z.literal(eventType),
  start: z.iso.datetime(),
  attendee: z.strictObject({
    name: z.string(),
    email: z.email(),
    timeZone: z.string(),
    language: z.enum(["en", "es"]),
  }),
  metadata: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
});
type Booked = {
  uid: string;
  email: string;
  start: string;
  end: string;
  status: string;
  metadata: object;
  createdAt: Date;
  updatedAt: Date;
  rescheduledFromUid?: string;
  rescheduledToUid?: string;
};

/**
 * `lost`: books and then breaks off. `hanging`: never answers. `renamed`: answers with a field of another name.
 * `bare`: books without our reference and breaks off. `strict`: refuses for another reason than the time.
 */
type Manner = "as documented" | "lost" | "bare" | "hanging" | "renamed" | "nonsense" | "refusing" | "strict" | "down";

/** Cal.com's API as its documentation describes it, on loopback. Counts its requests. */
export class CalComServer {
  readonly bookings: Booked[] = [];
  readonly faults: string[] = [];
  free: Date[] = [];
  manner: { slots: Manner; bookings: Manner; lookUps: Manner } = {
    slots: "as documented",
    bookings: "as documented",
    lookUps: "as documented",
  };
  asked = { slots: 0, bookings: 0, lookUps: 0 };
  /** Milliseconds before each answer. */
  delay = 0;
  readonly #server = http.createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<Record<string, string>> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return {
      BOOKING_SERVICE: "cal.com",
      BOOKING_EVENT_TYPE: String(eventType),
      BOOKING_API_KEY: apiKey,
      BOOKING_API_URL: `http://127.0.0.1:${port}`,
      INSIDE_HOSTS: `127.0.0.1:${port}`,
      SCHEDULING_URL: "https://cal.example.com/company/review",
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Offers `count` times from tomorrow at 15:00 UTC on, an hour apart. */
  offer(count: number, now = new Date()): Date[] {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 15);
    this.free = Array.from({ length: count }, (_, at) => new Date(first + at * 3_600_000));
    return this.free;
  }

  /** Books on the service's page. @returns the service's id of the booking */
  book({ email, reference, start, at }: { email: string; reference?: string; start: Date; at: Date }): string {
    const metadata = reference ? { reference } : {};
    const times = { start: start.toISOString(), end: toEnd(start), createdAt: at, updatedAt: at };
    return this.#add({ email, status: "accepted", metadata, ...times }).uid;
  }

  move(uid: string, start: Date, at: Date): string {
    const from = this.#find(uid);
    const times = { start: start.toISOString(), end: toEnd(start), createdAt: at, updatedAt: at };
    const to = this.#add({ ...from, ...times, rescheduledFromUid: uid });
    Object.assign(from, { status: "cancelled", updatedAt: at, rescheduledToUid: to.uid });
    return to.uid;
  }

  cancel(uid: string, at: Date): void {
    Object.assign(this.#find(uid), { status: "cancelled", updatedAt: at });
  }

  #add(booked: Omit<Booked, "uid">): Booked {
    const added = { ...booked, uid: randomUUID().slice(0, 22) };
    this.bookings.push(added);
    return added;
  }

  #find(uid: string): Booked {
    const found = this.bookings.find((each) => each.uid === uid);
    if (!found) throw new Error("there is no such booking");
    return found;
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://localhost");
    if (url.pathname.endsWith("/cancel")) return this.#cancel(url, response);
    const kind = url.pathname === "/v2/slots" ? "slots" : request.method === "POST" ? "bookings" : "lookUps";
    this.asked[kind] += 1;
    const body = await readBody(request);
    this.#check(kind, request, url);
    await sleep(this.delay);
    if (kind === "lookUps" && request.headers.authorization !== `Bearer ${apiKey}`) return send(response, 401, {});
    const manner = this.manner[kind];
    if (manner === "hanging") return;
    if (manner === "down") return void response.writeHead(503).end("<html>");
    if (manner === "nonsense") return void response.writeHead(200).end("<html>");
    if (manner === "refusing") return send(response, 429, { status: "error" });
    if (manner === "strict") return send(response, 400, { error: { message: "Missing required booking field: city" } });
    const [status, data] =
      kind === "slots" ? [200, this.#slots()] : kind === "bookings" ? this.#book(body) : [200, this.#list(url)];
    const booked = this.bookings.at(-1);
    if (manner === "bare" && booked) booked.metadata = {};
    if (manner === "lost" || manner === "bare") return void response.destroy();
    send(response, status, { status: "success", [manner === "renamed" ? "result" : "data"]: data });
  }

  #cancel(url: URL, response: http.ServerResponse): void {
    const booked = this.bookings.find(({ uid }) => url.pathname === `/v2/bookings/${uid}/cancel`);
    if (booked) booked.status = "cancelled";
    else this.faults.push(`cancelled an unknown booking: ${url}`);
    send(response, booked ? 200 : 404, {});
  }

  #check(kind: keyof CalComServer["asked"], { headers, method }: http.IncomingMessage, url: URL): void {
    const expect = (name: string, isRight: boolean) => isRight || this.faults.push(`${method} ${url}: ${name}`);
    if (kind === "slots") {
      expect("version", headers["cal-api-version"] === "2024-09-04");
      const { eventTypeId, start = "", end = "", timeZone } = Object.fromEntries(url.searchParams);
      expect("query", eventTypeId === String(eventType) && timeZone === "UTC" && Date.parse(start) < Date.parse(end));
      return;
    }
    expect("path", url.pathname === "/v2/bookings");
    expect("version", headers["cal-api-version"] === "2026-02-25");
    if (kind === "bookings") expect("key", headers.authorization === `Bearer ${apiKey}`);
  }

  #slots(): Record<string, { start: string }[]> {
    const days = Map.groupBy(this.free, (time) => time.toISOString().slice(0, 10));
    return Object.fromEntries([...days].map(([day, times]) => [day, times.map((time) => ({ start: toOffset(time) }))]));
  }

  #book(body: string): [number, unknown] {
    const wanted = Wanted.safeParse(JSON.parse(body));
    if (!wanted.success) {
      this.faults.push(z.prettifyError(wanted.error));
      return [400, {}];
    }
    const { start, attendee, metadata } = wanted.data;
    const at = this.free.findIndex((time) => time.getTime() === Date.parse(start));
    if (at < 0) return [400, { message: "User either already has booking at this time or is not available" }];
    this.free.splice(at, 1);
    const now = new Date();
    const times = { start, end: toEnd(new Date(start)), createdAt: now, updatedAt: now };
    return [201, this.#add({ status: "accepted", metadata, email: attendee.email, ...times })];
  }

  /** Also lists a booking of a kind that its documents do not describe. */
  #list({ searchParams }: URL): unknown[] {
    const { attendeeEmail, afterUpdatedAt, sortUpdatedAt, take, skip = "0" } = Object.fromEntries(searchParams);
    if (Number(take) > 250) this.faults.push("take");
    const since = new Date(afterUpdatedAt ?? 0);
    const found = this.bookings
      .filter(({ email, updatedAt }) => (attendeeEmail ?? email) === email && updatedAt >= since)
      .map(({ email, ...booked }) => ({
        ...booked,
        attendees: [{ name: "Ana", email, timeZone: "America/Guatemala" }],
      }))
      .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
    const sorted = sortUpdatedAt === "desc" ? found : found.toReversed();
    const listed = found.length || attendeeEmail ? [{ uid: 1, status: "awaiting_host" }, ...sorted] : [];
    return listed.slice(Number(skip), Number(skip) + Number(take));
  }
}

const toEnd = (start: Date) => new Date(start.getTime() + 30 * 60_000).toISOString();

/** The documents show times with an offset. */
const toOffset = (time: Date) => time.toISOString().replace("Z", "+00:00");

async function readBody(request: http.IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

function send(response: http.ServerResponse, status: number, json: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}
