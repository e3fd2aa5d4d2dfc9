import { createHash } from "node:crypto";
import { isInputRequiredResult } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { BookingResult, bookingFields, FreeTimes, SubmissionState } from "../domain/bookings/schema.ts";
import { fault } from "../domain/schema-kit.ts";
import { evaluationFields } from "../domain/submissions/core/schema.ts";
import { formatTimeInWords } from "../i18n/time-in-words.ts";
import { askPerson } from "./consent.ts";
import { agentWords, writeBookingQuestion } from "./texts.ts";
import { completeAgent, defineTool, readingAnnotations } from "./tool.ts";

const receipt = z
  .string({ error: fault("the receipt of submit_evaluation or submit_inquiry") })
  .check(z.maxLength(200));
const words = {
  receipt: "The receipt that the submission returned.",
  timeZone: "The person's time zone, such as America/Guatemala.",
};

const getSubmission = defineTool({
  name: "get_submission",
  title: "Look up what became of a submission",
  description:
    "Returns whether the person confirmed or withdrew, when the company replied, and the time that is booked. Use it when the person asks what became of a submission that you sent. Do not use it to find submissions of others. Stores nothing and may be repeated.",
  annotations: readingAnnotations,
  input: z.object({ receipt }),
  words: { receipt: words.receipt },
  output: SubmissionState,
  run: ({ receipt }, { door }) => door.getSubmission(receipt),
});

const listTimes = defineTool({
  name: "list_times",
  title: "List free times to talk",
  description:
    "Lists free times to talk after a qualified submission. Use it when the person wants to talk to the company. Do not use it for other routes. Returns up to twelve times, or the time that is booked, or schedulingUrl: relay it then. Stores nothing and may be repeated.",
  annotations: readingAnnotations,
  input: z.object({ receipt, timeZone: z.optional(bookingFields.timeZone) }),
  words,
  output: FreeTimes,
  run: ({ receipt, timeZone }, { door }) => door.listTimes(receipt, timeZone),
});

const bookTime = defineTool({
  name: "book_time",
  title: "Book a time to talk",
  description:
    "Books one time of list_times. Use it once the person chose a time and agreed that their name and email address go to the booking service. Do not use it to try times. Stores the booking. Returns text and, once booked, manageUrl: relay both. With the state pending, call get_submission after a minute. It may be repeated: a submission has one booking.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.object({
    receipt,
    ...bookingFields,
    language: evaluationFields.language,
    agentName: evaluationFields.agentName.def.innerType,
  }),
  words: {
    ...words,
    ...agentWords,
    start: "A start that list_times returned.",
    userConsent: "true once the person agreed to this time.",
  },
  prepare: completeAgent,
  output: BookingResult,
  run: async (input, call) => {
    const { receipt, start, timeZone, language } = input;
    const print = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
    const time = formatTimeInWords(new Date(start), language, timeZone);
    const question = () => writeBookingQuestion({ ...input, time }, call.door);
    const consent = await askPerson({ print, question }, call);
    if (isInputRequiredResult(consent)) return consent;
    return call.door.bookTime(receipt, { start, timeZone }, consent);
  },
});

export const bookingTools = [listTimes, bookTime, getSubmission];
