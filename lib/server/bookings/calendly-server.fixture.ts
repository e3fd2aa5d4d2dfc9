import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

const token = "calendly_token_of_the_tests";
const api = "https://api.calendly.com";
const me = { uri: `${api}/users/ANA`, current_organization: `${api}/organizations/VOLCAN` };

/** `hanging`: never answers. `renamed`: answers with a field of another name. */
type Manner = "as documented" | "hanging" | "renamed" | "nonsense" | "refusing" | "down";

type Booked = {
  uid: string;
  event: string;
  email: string;
  reference: string | null;
  start: Date;
  createdAt: Date;
  updatedAt: Date;
  status: "active" | "canceled";
  from: Booked | null;
  to: Booked | null;
};

/** Calendly's API as its documentation describes it, on loopback. Counts its requests. */
export class CalendlyServer {
  readonly bookings: Booked[] = [];
  readonly faults: string[] = [];
  manner: Manner = "as documented";
  isAdmin = true;
  /** Number of requests answered before it refuses all. */
  answersMax = Number.POSITIVE_INFINITY;
  /** Address whose event cannot be read. */
  broken: string | undefined;
  asked = { me: 0, events: 0, invitees: 0 };
  readonly #server = http.createServer((request, response) => this.#answer(request, response));

  async start(): Promise<Record<string, string>> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = this.#server.address() as AddressInfo;
    return {
      BOOKING_SERVICE: "calendly",
      BOOKING_API_KEY: token,
      BOOKING_API_URL: `http://127.0.0.1:${port}`,
      INSIDE_HOSTS: `127.0.0.1:${port}`,
      SCHEDULING_URL: "https://calendly.com/company/review",
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Books on the service's page. @returns the service's id of the booking */
  book({ email, reference = null, start, at }: { email: string; reference?: string | null; start: Date; at: Date }) {
    const [uid, event] = [randomUUID(), randomUUID()];
    const times = { start, createdAt: at, updatedAt: at };
    this.bookings.push({ uid, event, email, reference, ...times, status: "active", from: null, to: null });
    return uid;
  }

  move(uid: string, start: Date, at: Date): string {
    const from = this.#find(uid);
    const to = this.#find(this.book({ ...from, start, at }));
    Object.assign(to, { from });
    Object.assign(from, { to, status: "canceled", updatedAt: at });
    return to.uid;
  }

  cancel(uid: string, at: Date): void {
    Object.assign(this.#find(uid), { status: "canceled", updatedAt: at });
  }

  #find(uid: string): Booked {
    const found = this.bookings.find((each) => each.uid === uid);
    if (!found) throw new Error("there is no such booking");
    return found;
  }

  #answer({ url: path = "", method, headers }: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(path, "http://localhost");
    if (method !== "GET") this.faults.push(`${method} ${path}`);
    if (this.manner === "hanging") return;
    if (this.manner === "down") return void response.writeHead(503).end("<html>");
    if (this.manner === "nonsense") return void response.writeHead(200).end("<html>");
    const send = (status: number, json: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    if (headers.authorization !== `Bearer ${token}`) return void send(401, { title: "Unauthenticated" });
    if (this.manner === "refusing" || this.answersMax-- <= 0) return void send(429, { title: "Too many requests" });
    if (url.pathname === "/users/me") {
      this.asked.me += 1;
      return void send(200, this.manner === "renamed" ? { user: me } : { resource: me });
    }
    const [, event] = /^\/scheduled_events\/([\w-]+)\/invitees$/.exec(url.pathname) ?? [];
    if (!event && url.pathname !== "/scheduled_events") this.faults.push(path);
    const { organization, user } = Object.fromEntries(url.searchParams);
    if (organization && !this.isAdmin) return void send(403, { title: "Permission Denied" });
    if (!event && organization !== me.current_organization && user !== me.uri) this.faults.push(path);
    this.asked[event ? "invitees" : "events"] += 1;
    if (this.broken && event === this.bookings.find(({ email }) => email === this.broken)?.event)
      return void send(500, { title: "Internal Server Error" });
    send(200, this.#page(url, event ? this.#listInvitees(event) : this.#listEvents(url)));
  }

  #page({ searchParams }: URL, all: object[]): object {
    const { count = "20", page_token: pageToken = "0" } = Object.fromEntries(searchParams);
    if (Number(count) > 100) this.faults.push("count");
    const end = Number(pageToken) + Number(count);
    const next = end < all.length ? String(end) : null;
    return { collection: all.slice(Number(pageToken), end), pagination: { count, next_page_token: next } };
  }

  /** Also lists an event of a kind that the documentation does not describe. */
  #listEvents({ searchParams }: URL): object[] {
    const from = new Date(searchParams.get("min_start_time") ?? 0);
    const found = this.bookings.filter(({ start }) => start >= from);
    const events = found.map(({ event, status, start, createdAt, updatedAt }) => ({
      uri: `${api}/scheduled_events/${event}`,
      status,
      start_time: start,
      end_time: new Date(start.getTime() + 30 * 60_000),
      created_at: toMicroseconds(createdAt),
      updated_at: toMicroseconds(updatedAt),
    }));
    return found.length ? [{ uri: null, status: "proposed" }, ...events] : [];
  }

  #listInvitees(event: string): object[] {
    const toUri = (booked: Booked | null) => booked && `${api}/scheduled_events/${booked.event}/invitees/${booked.uid}`;
    return this.bookings
      .filter((booked) => booked.event === event)
      .map((booked) => ({
        uri: toUri(booked),
        email: booked.email,
        status: booked.status,
        timezone: "America/Guatemala",
        rescheduled: booked.to !== null,
        old_invitee: toUri(booked.from),
        new_invitee: toUri(booked.to),
        tracking: { utm_content: booked.reference },
        created_at: toMicroseconds(booked.createdAt),
        updated_at: toMicroseconds(booked.updatedAt),
      }));
  }
}

/** The format of times in the documentation. */
const toMicroseconds = (time: Date) => time.toISOString().replace("Z", "000Z");
