import type { BookedTime } from "./booking.ts";

/** Returns an event for calendars (RFC 5545). */
export function writeCalendarFile(booking: BookedTime, summary: string, now: Date): string {
  const { id, startAt, endAt, manageUrl } = booking;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Encaje//Bookings//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${toStamp(now)}`,
    `DTSTART:${toStamp(startAt)}`,
    `DTEND:${toStamp(endAt)}`,
    `SUMMARY:${escapeText(summary)}`,
    `URL:${manageUrl}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

const toStamp = (time: Date) => `${time.toISOString().replace(/[-:]|\.\d+/g, "")}`;

const escapeText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** Lines have at most 75 octets (RFC 5545, 3.1), and 18 code points have no more. */
const fold = (line: string) => (/^[ -~]{0,75}$/.test(line) ? line : (line.match(/.{1,18}/gsu) ?? []).join("\r\n "));
