import * as z from "zod/mini";
import { Locale } from "../domain/locale.ts";
import { described, isoTime, optionalText, storedId, text, withRules } from "../domain/schema-kit.ts";
import { noteMax } from "../domain/submissions/changes/changes.ts";
import { describeEvent, findLastMessage, type SubmissionEvent } from "../domain/submissions/core/events.ts";
import { fillFields, ownFields, type TypedField } from "../domain/submissions/core/fields.ts";
import { channels, conditions, LeadRoute } from "../domain/submissions/core/schema.ts";
import { getReasonRule, reasonMax, Status } from "../domain/submissions/core/status.ts";
import type { Submission } from "../domain/submissions/core/submission.ts";
import { formatReference, Reference, SubmissionKind } from "../domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "../domain/submissions/inbox/inbox-page.ts";
import {
  CursorText,
  type InboxQuery,
  inboxFilters,
  isStatusList,
  listedByDefault,
  parseInboxQuery,
  readStatusList,
  Search,
} from "../domain/submissions/inbox/inbox-query.ts";
import { NewReply } from "../domain/submissions/reply/reply.ts";
import { WebhookBody } from "../domain/webhooks/body.ts";
import {
  checkEndpointUrl,
  checkRouteFitsKind,
  EndpointInput,
  endpointFields,
  endpointNameMax,
  pauseReasons,
  shapes,
} from "../domain/webhooks/endpoint.ts";
import { WebhookType } from "../domain/webhooks/events.ts";

// Schemas of submissions in the operator API. They leave out scores and thresholds, which stay at the desk.

const limitMax = 100;
const limitDefault = 50;

const StatusNames = z.pipe(
  z.string().check(
    z.refine(isStatusList, { error: "must be statuses, open or closed, separated by commas" }),
    z.meta({
      description: "Statuses, or open or closed, separated by commas. Without it, spam is left out.",
      examples: ["new,in_review"],
    }),
  ),
  z.transform((names: string) => readStatusList(names)),
);

const submissionFilters = {
  ...z.partial(z.object(inboxFilters)).shape,
  status: z.optional(StatusNames),
  q: z.optional(Search),
  cursor: z.optional(described("The value next of the page before.", CursorText)),
  limit: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(/^([1-9]\d?|100)$/, { error: `must be 1 to ${limitMax}` }),
          z.meta({ description: `Submissions of a page, at most ${limitMax}. Default: ${limitDefault}.` }),
        ),
      z.transform(Number),
    ),
  ),
};

/**
 * Refuses unknown filters: if a misspelled filter was ignored, the result would have submissions that the caller meant
 * to leave out. Repeats only plain names in the fault, because a response header contains them, too.
 */
const refuseOthers = z.check<object>(({ value, issues }) => {
  for (const name of Object.keys(value).filter((each) => !Object.hasOwn(submissionFilters, each))) {
    const shown = /^[\w-]{1,40}$/.test(name) ? name : "another name";
    issues.push({ code: "custom", path: [shown], input: value, message: "is not a filter" });
  }
});

export const SubmissionsQuery = z.looseObject(submissionFilters).check(refuseOthers);

/**
 * Pages backward through `oldest`, because `newest` puts submissions that returned from a snooze on top. Unlike in the
 * inbox, a search leaves out spam.
 */
export function toInboxQuery({ limit = limitDefault, ...filters }: z.output<typeof SubmissionsQuery>): {
  query: InboxQuery;
  limit: number;
} {
  const { q = "", snoozed = "all" } = filters;
  const status = filters.status?.length ? filters.status : q === "" ? [] : [...listedByDefault];
  const order = { sort: "oldest", direction: "backward" } as const;
  return { query: { ...parseInboxQuery({}), ...filters, status, q, snoozed, ...order }, limit };
}

const apiTime = z.pipe(
  z.transform((value: Date | string) => new Date(value).toISOString()),
  isoTime(),
);
const nullableApiTime = z.nullable(apiTime);
const nullableText = z.nullable(z.string());
const reference = described("Such as E-12 for an evaluation or Q-7 for an inquiry.", Reference);

const summary = {
  reference: z.string(),
  kind: SubmissionKind,
  createdAt: apiTime,
  language: Locale,
  channel: z.enum(channels),
  agentName: nullableText,
  name: z.string(),
  company: nullableText,
  email: z.string(),
  route: z.nullable(LeadRoute),
  status: Status,
  owner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  revision: described("Number of changes so far.", z.int()),
  replyDueAt: nullableApiTime,
  snoozedUntil: nullableApiTime,
  withdrawnAt: described("When the person withdrew the consent: send no mail then.", nullableApiTime),
};

const ApiSubmissionSummary = z.object({ ...summary, excerpt: z.string() });
export const ApiSubmissionPage = z.object({
  submissions: z.array(ApiSubmissionSummary),
  next: described("The cursor of the next, older page. Null on the last one.", nullableText),
});

const ApiEvent = z.object({
  id: nullableText,
  at: apiTime,
  type: z.string(),
  actor: z.string(),
  text: described("A message or note, or what happened, in English.", nullableText),
});

export const ApiSubmission = z.object({
  ...summary,
  text: described("The project description of an evaluation, or the message of an inquiry.", z.string()),
  ...fillFields(ownFields, nullableText),
  answers: z.array(z.object({ question: z.string(), option: nullableText })),
  repliedAt: nullableApiTime,
  closedAt: nullableApiTime,
  closeReason: nullableText,
  lastMessage: described("Id of the conversation's newest message, which a reply has to name.", nullableText),
  timeline: z.array(ApiEvent),
} satisfies Record<Exclude<TypedField, "projectDescription" | "message">, z.ZodMiniType> & z.core.$ZodShape);

type SharedRow = Pick<InboxRow, "kind" | "id" | "clock">;

export function toApiSummary<Row extends SharedRow>(row: Row) {
  return { ...row, reference: formatReference(row), replyDueAt: row.clock.dueAt };
}

export function toApiSubmission(submission: Submission): z.input<typeof ApiSubmission> {
  const isEvaluation = submission.kind === "evaluation";
  const own = isEvaluation
    ? { ...absent, ...submission, text: submission.projectDescription }
    : { ...absent, ...submission, text: submission.message, route: null, answers: [] };
  return {
    ...toApiSummary(own),
    withdrawnAt: submission.consent.withdrawnAt,
    lastMessage: findLastMessage(submission.timeline)?.id ?? null,
    timeline: submission.timeline.map((event) => ({ id: null, ...event, text: readMessageText(event, submission) })),
  };
}

const absent = fillFields(ownFields, null);

function readMessageText(event: SubmissionEvent, { inbound }: Submission): string | null {
  switch (event.type) {
    case "submitted":
    case "repeated":
      return null;
    case "note":
    case "reply":
      return event.details.text;
    case "inbound":
      return inbound.find(({ id }) => id === event.details.inbound)?.text ?? describeEvent(event);
    default:
      return describeEvent(event);
  }
}

export const ApiSubmissionKey = z.object({ reference });

const requireReason = z.refine<{ to: Status; reason?: string | undefined }>(
  ({ to, reason }) => getReasonRule(to) !== "required" || reason !== undefined,
  { path: ["reason"], error: "is required for this status" },
);
const owner = z.nullable(storedId());

export const StatusChange = z
  .object({
    reference,
    from: described("The status that you saw. If it has changed since, the response is a 409.", Status),
    to: Status,
    reason: z.optional(described("Why it was lost, required then, or won.", optionalText({ min: 1, max: reasonMax }))),
  })
  .check(requireReason);
export const OwnerChange = z.object({
  reference,
  from: described("The id of the owner that you saw, or null.", owner),
  to: described("The id of an active operator, or null.", owner),
});
export const ApiNote = z.object({ reference, text: text({ min: 1, max: noteMax }) });
export const ApiReply = z.object({
  reference,
  text: described("Mailed to the person as it is, with the signature of the key's maker.", NewReply.shape.text),
  lastMessage: described(
    "lastMessage as you saw it. After a newer one of anybody but the key's maker the answer is a 409.",
    z.optional(z.nullable(NewReply.shape.lastMessage.def.innerType)),
  ),
  cc: described("Addresses that get a copy, at most 5.", NewReply.shape.cc),
  when: described("now, or a time within 60 days. Default: in ten seconds.", NewReply.shape.when),
});

export const ChangedSubmission = z.object({
  reference: z.string(),
  status: Status,
  owner: summary.owner,
  revision: summary.revision,
});
export const QueuedReply = z.object({ ...ChangedSubmission.shape, startsAt: apiTime });

// Schemas of webhooks in the operator API.

const id = z.uuid();
const shape = z.optional(described("Default: ids, which name nobody. person needs submissions:read.", z.enum(shapes)));

export const NewSubscription = withRules(
  z.extend(z.partial(z.object(conditions)), {
    url: described("Where events are sent: https, without user and password.", endpointFields.url),
    events: described("Types of events.", endpointFields.events),
    shape,
    name: z.optional(described("Shown at the desk. Default: the host of url.", endpointFields.name)),
  }),
  checkEndpointUrl,
  checkRouteFitsKind,
);

export function toNewEndpoint(subscription: z.output<typeof NewSubscription>): EndpointInput {
  const name = new URL(subscription.url).host.slice(0, endpointNameMax);
  return EndpointInput.parse({ name, shape: "ids", ...subscription, format: "standard" });
}

export const SubscriptionKey = z.object({ id: described("The subscription's id.", id) });
export const Subscription = z.object({ id, secret: described("Signs what is sent. Returned this once.", z.string()) });

export const SubscriptionList = z.object({
  webhooks: z.array(
    z.object({
      id,
      ...endpointFields,
      events: z.array(WebhookType),
      createdAt: apiTime,
      failingSince: nullableApiTime,
      pausedAt: nullableApiTime,
      pauseReason: z.nullable(z.enum(pauseReasons)),
    }),
  ),
});

export const SamplesQuery = z.object({ type: described("The type of event.", WebhookType), shape });
export const EventSamples = z.object({
  samples: z.array(z.extend(WebhookBody, { id: described("The event's webhook-id.", id) })),
});
