import type { contactFields, evaluationFields, submissionFields } from "./schema.ts";
import type { SubmissionKind } from "./submission-ref.ts";

/** Contract 2.1 and 2.5. */
export type FieldName = keyof typeof evaluationFields | keyof typeof contactFields;

type Field = {
  of: SubmissionKind | "both";
  /** Null if the field is not stored, or in another form. */
  column: string | null;
  type: "text" | "boolean" | "jsonb";
  /**
   * Where a person enters the field: a step of the evaluation's form, the contact form, or the link to that form. Such
   * fields are also in hand-off links, assistant tools, the consent question, and the texts shown to the person. Null:
   * the person does not enter it.
   */
  askedIn: "project" | "person" | "question" | "link" | null;
  /** Multi-line text: its control is larger, shows the length, and comes after the single-line ones. */
  isLong: boolean;
  /** Part of the content: a submission that differs in it is not a repeat. */
  isContent: boolean;
  /** May contain another person's address, which must go when that person is erased. */
  isMention: boolean;
  /** Included in the desk's search. A database trigger has the same list: keep them in sync. */
  isSearched: boolean;
  /** `own` means in a special way. */
  desk: "text" | "person" | "origin" | "own";
  /** Item of the privacy notice that mentions the field. */
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
const untyped = { ...typed, askedIn: null, isContent: false, isMention: false, desk: "own" } as const;

type Of<Name> = Name extends keyof typeof submissionFields
  ? "both"
  : Name extends keyof typeof evaluationFields
    ? "evaluation"
    : "inquiry";

/** In display order. A missing field is a compile error. */
export const fields = {
  name: {
    ...typed,
    of: "both",
    column: "name",
    askedIn: "person",
    isSearched: true,
    desk: "own",
    notice: "evaluation.identity",
  },
  role: {
    ...typed,
    of: "evaluation",
    column: "role",
    askedIn: "person",
    isSearched: true,
    notice: "evaluation.identity",
  },
  company: {
    ...typed,
    of: "evaluation",
    column: "company",
    askedIn: "person",
    isSearched: true,
    notice: "evaluation.identity",
  },
  // Not a mention: an erasure deletes the whole row with this address.
  email: {
    ...typed,
    of: "both",
    column: "email",
    askedIn: "person",
    isMention: false,
    isSearched: true,
    desk: "own",
    notice: "evaluation.email",
  },
  // The search compares its digits only.
  phone: {
    ...typed,
    of: "evaluation",
    column: "phone",
    askedIn: "person",
    isSearched: true,
    notice: "evaluation.phone",
  },
  projectDescription: {
    ...typed,
    of: "evaluation",
    column: "text",
    askedIn: "project",
    isLong: true,
    isSearched: true,
    desk: "text",
    notice: "evaluation.project",
  },
  discoverySource: {
    ...typed,
    of: "evaluation",
    column: "discovery_source",
    askedIn: "project",
    isContent: false,
    notice: "evaluation.source",
  },
  message: {
    ...typed,
    of: "inquiry",
    column: "text",
    askedIn: "question",
    isLong: true,
    isSearched: true,
    desk: "text",
    notice: "question.message",
  },
  topic: { ...typed, of: "inquiry", column: "topic", askedIn: "link", isMention: false, notice: "question.topic" },
  language: { ...untyped, of: "both", column: "language", notice: "both.page" },
  channel: { ...untyped, of: "both", column: "channel", isContent: true, notice: "both.assistant" },
  agentName: {
    ...untyped,
    of: "both",
    column: "agent_name",
    isContent: true,
    isMention: true,
    isSearched: true,
    notice: "both.assistant",
  },
  userConsent: { ...untyped, of: "both", column: "user_consent", type: "boolean", notice: "both.assistant" },
  sourcePage: { ...untyped, of: "both", column: "source_page", isMention: true, desk: "origin", notice: "both.page" },
  landingPage: {
    ...untyped,
    of: "both",
    column: "landing_page",
    isMention: true,
    desk: "origin",
    notice: "both.visit",
  },
  referrer: { ...untyped, of: "both", column: "referrer", isMention: true, desk: "origin", notice: "both.visit" },
  // An erasure searches the values inside the object.
  utm: { ...untyped, of: "both", column: "utm", type: "jsonb", notice: "both.visit" },
  website: { ...untyped, of: "both", column: null, notice: "both.trap" },
  // Both are stored as nine numbers in `answers`; `answers_form` says which property was sent.
  answers: { ...untyped, of: "evaluation", column: null, notice: "evaluation.answers" },
  answersByKey: { ...untyped, of: "evaluation", column: null, notice: "evaluation.answers" },
} as const satisfies { [Name in FieldName]: Field & { of: Of<Name> } };

type Named<Part> = { [Name in FieldName]: (typeof fields)[Name] extends Part ? Name : never }[FieldName];
type OfKind<Kind extends SubmissionKind> = { of: Kind | "both" };
type Asked<In extends string> = { askedIn: In };

export type TypedField<Kind extends SubmissionKind = SubmissionKind> = Named<
  OfKind<Kind> & Asked<"project" | "person" | "question" | "link">
>;
export type ShownField<Kind extends SubmissionKind> = TypedField<Kind> | Named<OfKind<Kind> & OfDesk<"origin">>;
export type FormField = Exclude<TypedField, Named<Asked<"link">>>;
export type LongField = Named<{ isLong: true }>;

export const fieldNames = Object.keys(fields) as FieldName[];

function listFields<Name extends FieldName>(isListed: (field: Field) => boolean): readonly Name[] {
  return fieldNames.filter((name): name is Name => isListed(fields[name]));
}

const isOf = (kind: SubmissionKind, { of }: Field) => of === kind || of === "both";
const isTyped = ({ askedIn }: Field) => askedIn !== null;
const isShown = (field: Field) => isTyped(field) || field.desk === "origin";

export const typedFields: { [Kind in SubmissionKind]: readonly TypedField<Kind>[] } = {
  evaluation: listFields((field) => isOf("evaluation", field) && isTyped(field)),
  inquiry: listFields((field) => isOf("inquiry", field) && isTyped(field)),
};

export const mentionFields = listFields<Named<{ isMention: true }>>(({ isMention }) => isMention);
export const longFields = listFields<LongField>(({ isLong }) => isLong);
export const shownFields: { [Kind in SubmissionKind]: readonly ShownField<Kind>[] } = {
  evaluation: listFields((field) => isOf("evaluation", field) && isShown(field)),
  inquiry: listFields((field) => isOf("inquiry", field) && isShown(field)),
};
/** Fields of the evaluation form's two steps after the nine questions. */
export const projectFields = listFields<Named<Asked<"project">>>(({ askedIn }) => askedIn === "project");
export const personFields = listFields<Named<Asked<"person">>>(({ askedIn }) => askedIn === "person");
/** In the order of the form. */
export const formFields = {
  evaluation: [...projectFields, ...personFields],
  inquiry: listFields<Extract<FormField, TypedField<"inquiry">>>(
    (field) => isOf("inquiry", field) && isTyped(field) && field.askedIn !== "link",
  ),
};

export const storedFields = { evaluation: listStored("evaluation"), inquiry: listStored("inquiry") };

function listStored(kind: SubmissionKind) {
  return fieldNames.flatMap((name) => {
    const { column, type }: Field = fields[name];
    return column !== null && isOf(kind, fields[name]) ? [{ name, column, type }] : [];
  });
}

type OfDesk<Part extends string> = Named<{ desk: Part }>;
export type DeskField = OfDesk<"text" | "person" | "origin">;
export const deskFields = {
  text: listFields<OfDesk<"text">>(({ desk }) => desk === "text"),
  person: listFields<OfDesk<"person">>(({ desk }) => desk === "person"),
  origin: listFields<OfDesk<"origin">>(({ desk }) => desk === "origin"),
};

/** The answers have columns of their own. */
export function toColumns(kind: SubmissionKind, input: Partial<Record<FieldName, unknown>>): Record<string, unknown> {
  return Object.fromEntries(storedFields[kind].map(({ name, column }) => [column, input[name]]));
}

export function pickFields<All, Name extends keyof All>(all: All, names: readonly Name[]): Pick<All, Name> {
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<All, Name>;
}

export function listColumns(isListed: (field: Field) => boolean): string[] {
  return [...new Set(listFields(isListed).flatMap((name) => fields[name].column ?? []))];
}
