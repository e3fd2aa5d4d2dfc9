import { expect, test } from "vitest";
import { fillBookingUrl, hasOnlyKnownPlaceholders, SubmissionKey } from "./booking.ts";

const booker = { name: "Ana & Luis {email}", email: "ana+1@example.com", reference: "E-12" };

test("fills the person's details into a booking link", () => {
  const url = new URL(
    fillBookingUrl("https://cal.example.com/fit?month=12#top", "name={name}&email={email}&a1=Ref. {reference}", booker),
  );
  expect(Object.fromEntries(url.searchParams)).toEqual({
    month: "12",
    name: "Ana & Luis {email}",
    email: "ana+1@example.com",
    a1: "Ref. E-12",
  });
  expect([url.pathname, url.hash]).toEqual(["/fit", "#top"]);
});

test("keeps the booking link unchanged for an empty template", () => {
  expect(fillBookingUrl("https://cal.example.com/fit", "", booker)).toBe("https://cal.example.com/fit");
});

test.each([
  ["", true],
  ["name={name}&email={email}", true],
  ["a={reference} {reference}", true],
  ["phone={phone}", false],
  ["a={}", false],
  ["a=%7Bfoo%7D", false],
])("validates the booking template %j: %s", (template, isValid) =>
  expect(hasOnlyKnownPlaceholders(template)).toBe(isValid),
);

test.each([
  ["E-1", true],
  ["Q-9999999999", true],
  ["Q-99999999999", false],
  ["E-", false],
  ["e-1", false],
  ["X-1", false],
])("validates the reference %s of a submission with a receipt: %s", (reference, isValid) =>
  expect(SubmissionKey.safeParse({ reference }).success).toBe(isValid),
);
