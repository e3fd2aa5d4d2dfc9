import { listKeys } from "../../json.ts";
import type { contactFields, evaluationFields, submissionFields } from "./schema.ts";
import type { SubmissionKind } from "./submission-ref.ts";

/** Name of a field of the contract (2.1 and 2.5). */
export type FieldName = keyof typeof evaluationFields | keyof typeof contactFields;

type Field = {
  of: SubmissionKind | "both";
  /** Null if the field is not stored, or not in this form. */
  column: string | null;
  type: "text" | "boolean" | "jsonb";
  /**
   * Form or step in which a person enters the field, or null. Such fields are also in hand-off links, assistant tools,
   * the consent question, and the texts shown to the person. `link`: set by the link to the contact form.
   */
  askedIn: "project" | "person" | "question" | "link" | null;
  /** True if the text may have several lines. Its input is larger and shows the text's length. */
  isLong: boolean;
  /** Part of the content: submissions that differ in it are not repeats. */
  isContent: boolean;
  /** May contain another person's address, which must be removed when that person is erased. */
  isMention: boolean;
  /** Covered by the desk's search. A database trigger has the same list: keep both in sync. */
  isSearched: boolean;
  /** Group in which the desk shows the field. `text`: without a label. `own`: in no group, by code of its own. */
  desk: "text" | "person" | "origin" | "own";
  /** Item of the privacy notice that covers the field. */
  notice: `${"evaluation" | "question" | "both"}.${string}`;
};

const typed = {
  type: "text",
  isLong: false,
  isContent: true,
  isMention: true,
  isSearched: false,
  desk: "person",
} as const;
const personal = {
  ...typed,
  of: "evaluation",
  askedIn: "person",
  isSearched: true,
  notice: "evaluation.identity",
} as const;
const longText = { ...typed, column: "text", isLong: true, isSearched: true, desk: "text" } as const;
const untyped = { ...typed, of: "both", askedIn: null, isContent: false, isMention: false, desk: "own" } as const;
const origin = { ...untyped, isMention: true, desk: "origin", notice: "both.visit" } as const;

type Of<Name> = Name extends keyof typeof submissionFields
  ? "both"
  : Name extends keyof typeof evaluationFields
    ? "evaluation"
    : "inquiry";

/** Typed so that a field of the contract that is missing here is a compile error. */
export const fields = {
  name: { ...personal, of: "both", column: "name", desk: "own" },
  role: { ...personal, column: "role" },
  company: { ...personal, column: "company" },
  // isMention is false, because an erasure deletes the whole row with this address.
  email: { ...personal, of: "both", column: "email", isMention: false, desk: "own", notice: "evaluation.email" },
  // Unlike words, phone numbers are searched by their digits.
  phone: { ...personal, column: "phone", notice: "evaluation.phone" },
  projectDescription: { ...longText, of: "evaluation", askedIn: "project", notice: "evaluation.project" },
  discoverySource: {
    ...typed,
    of: "evaluation",
    column: "discovery_source",
    askedIn: "project",
    isContent: false,
    notice: "evaluation.source",
  },
  message: { ...longText, of: "inquiry", askedIn: "question", notice: "question.message" },
  topic: { ...typed, of: "inquiry", column: "topic", askedIn: "link", isMention: false, notice: "question.topic" },
  language: { ...untyped, column: "language", notice: "both.page" },
  channel: { ...untyped, column: "channel", isContent: true, notice: "both.assistant" },
  agentName: {
    ...untyped,
    column: "agent_name",
    isContent: true,
    isMention: true,
    isSearched: true,
    notice: "both.assistant",
  },
  userConsent: { ...untyped, column: "user_consent", type: "boolean", notice: "both.assistant" },
  sourcePage: { ...origin, column: "source_page", notice: "both.page" },
  landingPage: { ...origin, column: "landing_page" },
  referrer: { ...origin, column: "referrer" },
  // isMention is not set, because an erasure has a search of its own for the values inside the object.
  utm: { ...untyped, column: "utm", type: "jsonb", notice: "both.visit" },
  website: { ...untyped, column: null, notice: "both.trap" },
  // Both fields are stored as nine numbers in `answers`; `answers_form` says which of them was sent.
  answers: { ...untyped, of: "evaluation", column: null, notice: "evaluation.answers" },
  answersByKey: { ...untyped, of: "evaluation", column: null, notice: "evaluation.answers" },
} as const satisfies { [Name in FieldName]: Field & { of: Of<Name> } };

type FieldsWith<Part> = { [Name in FieldName]: (typeof fields)[Name] extends Part ? Name : never }[FieldName];
type OfKind<Kind extends SubmissionKind> = { of: Kind | "both" };
type AskedIn<In extends string> = { askedIn: In };

export type TypedField<Kind extends SubmissionKind = SubmissionKind> = FieldsWith<
  OfKind<Kind> & AskedIn<"project" | "person" | "question" | "link">
>;
export type ShownField<Kind extends SubmissionKind> = TypedField<Kind> | FieldsWith<OfKind<Kind> & OfDesk<"origin">>;
export type FormField = Exclude<TypedField, FieldsWith<AskedIn<"link">>>;
export type LongField = FieldsWith<{ isLong: true }>;

export const fieldNames = listKeys(fields);

function listFields<Name extends FieldName>(isListed: (field: Field) => boolean): readonly Name[] {
  return fieldNames.filter((name): name is Name => isListed(fields[name]));
}

const belongsToKind = (kind: SubmissionKind, { of }: Field) => of === kind || of === "both";
const isTyped = ({ askedIn }: Field) => askedIn !== null;
const isShown = (field: Field) => isTyped(field) || field.desk === "origin";

export const typedFields: { [Kind in SubmissionKind]: readonly TypedField<Kind>[] } = {
  evaluation: listFields((field) => belongsToKind("evaluation", field) && isTyped(field)),
  inquiry: listFields((field) => belongsToKind("inquiry", field) && isTyped(field)),
};

export const mentionFields = listFields<FieldsWith<{ isMention: true }>>(({ isMention }) => isMention);
export const longFields = listFields<LongField>(({ isLong }) => isLong);
export const shownFields: { [Kind in SubmissionKind]: readonly ShownField<Kind>[] } = {
  evaluation: listFields((field) => belongsToKind("evaluation", field) && isShown(field)),
  inquiry: listFields((field) => belongsToKind("inquiry", field) && isShown(field)),
};
export const projectFields = listFields<FieldsWith<AskedIn<"project">>>(({ askedIn }) => askedIn === "project");
export const personFields = listFields<FieldsWith<AskedIn<"person">>>(({ askedIn }) => askedIn === "person");
/** Fields of each form, in the order of the form. */
export const formFields = {
  evaluation: [...projectFields, ...personFields],
  inquiry: listFields<Extract<FormField, TypedField<"inquiry">>>(
    (field) => belongsToKind("inquiry", field) && isTyped(field) && field.askedIn !== "link",
  ),
};

export const storedFields = { evaluation: listStoredFields("evaluation"), inquiry: listStoredFields("inquiry") };

function listStoredFields(kind: SubmissionKind) {
  return fieldNames.flatMap((name) => {
    const { column, type }: Field = fields[name];
    return column !== null && belongsToKind(kind, fields[name]) ? [{ name, column, type }] : [];
  });
}

type OfDesk<Part extends string> = FieldsWith<{ desk: Part }>;
export type DeskField = OfDesk<"text" | "person" | "origin">;
export const deskFields = {
  text: listFields<OfDesk<"text">>(({ desk }) => desk === "text"),
  person: listFields<OfDesk<"person">>(({ desk }) => desk === "person"),
  origin: listFields<OfDesk<"origin">>(({ desk }) => desk === "origin"),
};

/** Typed fields that one kind of submission has and the other lacks, without the long text of each. */
export const ownFields = listFields<FieldsWith<{ of: SubmissionKind }> & OfDesk<"person">>(
  ({ of, desk }) => of !== "both" && desk === "person",
);

/** The answers are left out, because they are stored in another form. */
export function toColumns(kind: SubmissionKind, input: Partial<Record<FieldName, unknown>>): Record<string, unknown> {
  return Object.fromEntries(storedFields[kind].map(({ name, column }) => [column, input[name]]));
}

export function pickFields<All, Name extends keyof All>(all: All, names: readonly Name[]): Pick<All, Name> {
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<All, Name>;
}

export function fillFields<Name extends FieldName, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

export function listColumns(isListed: (field: Field) => boolean): string[] {
  return [...new Set(listFields(isListed).flatMap((name) => fields[name].column ?? []))];
}
