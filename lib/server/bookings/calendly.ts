// Calendly's API, version 2: bookings that people made on its pages.
import "server-only";
import { z } from "zod";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { CalendlyInvitee, messageTime, toReportedBooking } from "../../domain/bookings/booking-message.ts";
import { env } from "../env.ts";
import { OutsideError, requestJson } from "../outside-request.ts";
import { type ListedChanges, parseValidItems, RefusalError, readAnswer } from "./service-answers.ts";

export type Calendly = { apiUrl: string; apiKey: string };

/** Returns null unless the environment names Calendly. */
export function findCalendly(): Calendly | null {
  const { BOOKING_SERVICE, BOOKING_API_KEY: apiKey, BOOKING_API_URL: apiUrl = "https://api.calendly.com" } = env();
  return BOOKING_SERVICE === "calendly" && apiKey ? { apiUrl, apiKey } : null;
}

const waitMilliseconds = 10_000;
const pagesMax = 100;
/** Maximum number of unreadable events in a row to skip. If more fail, the service itself has a fault. */
const failedInRowMax = 3;

const Me = z.object({ resource: z.object({ uri: z.string(), current_organization: z.string() }) });
const Page = z.object({
  collection: z.array(z.unknown()),
  pagination: z.object({ next_page_token: z.string().nullish() }),
});
const Event = z.object({
  uri: z.string().regex(/\/[\w-]{1,200}$/),
  start_time: z.string(),
  end_time: z.string(),
  updated_at: messageTime,
});
type Event = z.output<typeof Event>;
type Ask = (path: string) => ReturnType<typeof requestJson>;

/**
 * Lists the bookings that have changed since a time. Calendly lists events only by start and without invitees, so each
 * changed event costs a request.
 * @throws OutsideError
 */
export async function listCalendlyChanges(
  { apiUrl, apiKey }: Calendly,
  since: Date,
  signal?: AbortSignal,
): Promise<ListedChanges> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const ask: Ask = (path) => {
    if (signal?.aborted) throw new OutsideError("stopped", false);
    return requestJson(new URL(`${apiUrl}${path}`), { headers, timeoutMilliseconds: waitMilliseconds });
  };
  const listed = await listEvents(ask, since);
  const events = parseValidItems(Event, listed);
  const changed = events
    .filter((event) => event.updated_at >= since)
    .toSorted((one, other) => one.updated_at.getTime() - other.updated_at.getTime());
  const found: unknown[] = [];
  const failures: { at: Date; error: OutsideError }[] = [];
  let failedInRow = 0;
  for (const event of changed) {
    if (failedInRow > failedInRowMax) break;
    try {
      found.push(...(await listInvitees(ask, event)));
      failedInRow = 0;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      failures.push({ at: event.updated_at, error });
      failedInRow += 1;
    }
  }
  const [failure] = failures;
  if (failure && !found.length) throw failure.error;
  const read = parseValidItems(CalendlyInvitee, found);
  return {
    changes: read.flatMap(toChanges),
    unreadable: listed.length - events.length + found.length - read.length,
    failedAt: failure?.at,
    stoppedAt: failedInRow > failedInRowMax ? failures.at(-failedInRow)?.at : undefined,
  };
}

function toChanges(invitee: z.core.output<typeof CalendlyInvitee>): SeenBooking[] {
  const reported = invitee.status === "active" ? [invitee] : [{ ...invitee, status: "active" as const }, invitee];
  return reported.flatMap((each) => toReportedBooking(each) ?? []);
}

/** Only an owner or admin may ask for the events of the whole organization. */
async function listEvents(ask: Ask, since: Date): Promise<unknown[]> {
  const { resource } = readAnswer(Me, await ask("/users/me"));
  const requestEvents = (whose: Record<string, string>) =>
    listPages(ask, "/scheduled_events", { ...whose, min_start_time: since.toISOString() });
  try {
    return await requestEvents({ organization: resource.current_organization });
  } catch (error) {
    if (!(error instanceof RefusalError && error.status === 403)) throw error;
    return requestEvents({ user: resource.uri });
  }
}

async function listInvitees(ask: Ask, event: Event): Promise<unknown[]> {
  // Take only the id from the URI, which might point to another server.
  const path = `/scheduled_events${event.uri.slice(event.uri.lastIndexOf("/"))}/invitees`;
  try {
    const invitees = await listPages(ask, path, {});
    return invitees.map((invitee) => Object.assign({}, invitee, { scheduled_event: event }));
  } catch (error) {
    // The event has been deleted since it was listed.
    if (error instanceof RefusalError && error.status === 404) return [];
    throw error;
  }
}

async function listPages(ask: Ask, path: string, filter: Record<string, string>): Promise<unknown[]> {
  const found: unknown[] = [];
  let query = new URLSearchParams({ ...filter, count: "100" });
  for (let page = 0; page < pagesMax; page++) {
    const { collection, pagination } = readAnswer(Page, await ask(`${path}?${query}`));
    found.push(...collection);
    if (!pagination.next_page_token) return found;
    query = new URLSearchParams({ ...filter, count: "100", page_token: pagination.next_page_token });
  }
  throw new OutsideError("too many pages", true);
}
