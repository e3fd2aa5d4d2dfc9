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
  timeZone: "The person's, such as America/Guatemala.",
};

const getSubmission = defineTool({
  name: "get_submission",
  title: "Look up what became of a submission",
  description:
    "Says whether the person confirmed or withdrew, whether the company replied, and the time that is booked. Use it when the person asks what became of a submission that you sent. Do not use it to find submissions of others. Stores nothing and may be repeated.",
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
    "Lists up to twelve free times for a qualified submission, or the time that is booked. Use it when the person wants to talk to the company. Do not use it for other routes. Without times, relay schedulingUrl. Stores nothing and may be repeated.",
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
    "Books one time of list_times. Use it once the person chose a time and agreed that their name and email address go to the booking service. Do not use it to try times. A submission has one booking, which a repeated call returns. Relay text and manageUrl; with the state pending, look it up by get_submission after a minute.",
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
    start: "From list_times.",
    userConsent: "true once the person agreed to this time.",
  },
  prepare: completeAgent,
  output: BookingResult,
  run: async ({ receipt, start, timeZone, language, agentName }, call) => {
    const consent = await askPerson(
      {
        print: createHash("sha256")
          .update(JSON.stringify([receipt, start, timeZone]))
          .digest("base64url"),
        question: () => {
          const time = formatTimeInWords(new Date(start), language, timeZone);
          return writeBookingQuestion({ agentName, time, language }, call.door);
        },
      },
      call,
    );
    if (isInputRequiredResult(consent)) return consent;
    return call.door.bookTime(receipt, { start, timeZone });
  },
});

export const bookingTools = [listTimes, bookTime, getSubmission];
