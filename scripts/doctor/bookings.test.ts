import { afterAll, expect, test } from "vitest";
import { CalComServer } from "../../lib/server/bookings/cal-com-server.fixture.ts";
import { CalendlyServer } from "../../lib/server/bookings/calendly-server.fixture.ts";
import { env, parseEnv } from "../../lib/server/env.ts";
import { checkBookings } from "./bookings.ts";

const calCom = new CalComServer();
const calendly = new CalendlyServer();
const settings = { calCom: await calCom.start(), calendly: await calendly.start() };
afterAll(() => Promise.all([calCom.stop(), calendly.stop()]));

const listLines = async (variables: Record<string, string>) => {
  Object.assign(env(), { BOOKING_WEBHOOK_SECRET: undefined }, parseEnv(variables));
  const findings = await checkBookings();
  return findings.map(({ level, text }) => `${level} ${text.replace(/answered in .* s/, "answered in 0 s")}`);
};

test("reports Cal.com's response, but not who booked", async () => {
  const [free] = calCom.offer(3);
  const at = new Date();
  for (const each of ["ana", "eva"]) calCom.book({ email: `${each}@example.com`, start: at, at });
  expect(await listLines({ ...settings.calCom, BOOKING_WEBHOOK_SECRET: "secret-of-webhooks" })).toEqual([
    `ok 3 free times in two weeks, the first ${free?.toISOString()}, answered in 0 s`,
    "note the key may list bookings: 2 changes in the last day, answered in 0 s; 1 could not be read",
    "ok webhooks must be signed",
  ]);
  calCom.manner.slots = "renamed";
  expect(await listLines({ ...settings.calCom, BOOKING_API_KEY: "wrong" })).toEqual([
    "wrong the free times could not be read: the answer has an unexpected shape",
    "wrong the booking service does not list its bookings: status 401",
    "note BOOKING_WEBHOOK_SECRET is not set: bookings made at the service are seen within an hour",
  ]);
});

test("checks Calendly with the given token", async () => {
  const text = "the key may list bookings: 0 changes in the last day, answered in 0 s";
  expect((await listLines(settings.calendly))[0]).toBe(`ok ${text}`);
  const [wrong] = await listLines({ ...settings.calendly, BOOKING_API_KEY: "wrong" });
  expect(wrong).toBe("wrong the booking service does not list its bookings: status 401");
});
