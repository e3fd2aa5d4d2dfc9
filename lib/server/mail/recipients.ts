import "server-only";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import type { OwnerNames } from "../../domain/mail/compose-for-operators.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import { NoticeChoice, wantsNotice } from "../../domain/mail/mail-choices.ts";
import { type Duty, getCurrentDuty } from "../../domain/submissions/core/duty.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { defaultContactEmail } from "../env-schema.ts";
import type { MailContext } from "./find-mailed.ts";

/** `operator` is the operator's ID, or null for the address of the company or a person. */
export type Recipient = { operator: string | null; address: string };

/** Language for the company's address and for operators who have chosen none. */
const defaultDeskLanguage: Locale = "es";

export const toPersonRecipients = (address: string): Recipient[] => [{ operator: null, address }];

const unchosen = {
  notices: "every",
  hasDigest: false,
  isWarned: true,
  language: defaultDeskLanguage,
  isOnDuty: true,
  offDutyUntil: null,
} as const;

export type OperatorRecipient = Recipient &
  Duty & {
    notices: NoticeChoice;
    hasDigest: boolean;
    isWarned: boolean;
    language: Locale;
  };

/** Lists all active operators, or the company's address if there are none. */
export async function listOperatorAddresses(): Promise<OperatorRecipient[]> {
  const operators = await database(
    (db) =>
      db.operator.findMany({
        select: {
          id: true,
          email: true,
          language: true,
          notices: true,
          digestHours: true,
          isWarned: true,
          isOnDuty: true,
          offDutyUntil: true,
        },
        where: { disabledAt: null },
        orderBy: { createdAt: "asc" },
      }),
    "mail",
  );
  if (operators.length) {
    return operators.map(({ id, email, language, notices, digestHours, ...row }) => ({
      ...row,
      operator: id,
      address: email,
      language: Locale.safeParse(language).data ?? defaultDeskLanguage,
      notices: NoticeChoice.parse(notices),
      hasDigest: digestHours.length > 0,
    }));
  }
  return [{ operator: null, address: env().CONTACT_EMAIL, ...unchosen }];
}

/** `inDigests`: IDs of those who read it in their next digest. A job that lists recipients goes to them alone. */
export function chooseNotifiedOperators(
  all: OperatorRecipient[],
  job: SubmissionMailJob,
  ownerId: string | null,
): { atOnce: OperatorRecipient[]; inDigests: string[] } {
  const named = findListedRecipients(all, job);
  if (named) return { atOnce: named, inDigests: [] };
  const wanting = all.filter(({ operator, notices }) => operator === null || wantsNotice(notices, operator, ownerId));
  return {
    atOnce: wanting.filter(({ hasDigest }) => !hasDigest),
    inDigests: wanting.flatMap(({ hasDigest, operator }) => (hasDigest && operator !== null ? [operator] : [])),
  };
}

/**
 * Returns the owner, if on duty; otherwise everybody on duty who wants warnings; or, if nobody wants them, everybody on
 * duty, because somebody must see a promise about to be broken. If nobody is on duty, duty is ignored.
 */
export function chooseWarnedOperators(
  all: OperatorRecipient[],
  job: SubmissionMailJob,
  ownerId: string | null,
  now: Date,
): OperatorRecipient[] {
  const named = findListedRecipients(all, job);
  if (named) return named;
  const onDuty = all.filter((recipient) => getCurrentDuty(recipient, now).isOnDuty);
  const present = onDuty.length ? onDuty : all;
  const owner = present.filter(({ operator }) => operator !== null && operator === ownerId);
  if (owner.length) return owner;
  const wanting = present.filter(({ isWarned }) => isWarned);
  return wanting.length ? wanting : present;
}

/** Returns the owner's name if the mail goes to other operators instead. `recipients` were chosen from `all`. */
export function toOwnerNames(
  { owner, disabledOwnerName }: Pick<MailContext, "owner" | "disabledOwnerName">,
  recipients: Recipient[],
  all: OperatorRecipient[],
  now: Date,
): OwnerNames {
  if (disabledOwnerName !== null) return { ownerName: null, absentOwner: { name: disabledOwnerName, why: "disabled" } };
  if (!owner) return { ownerName: null };
  const isOwner = ({ operator }: Recipient) => operator === owner.id;
  if (recipients.some(isOwner)) return { ownerName: owner.name };
  const duty = all.find(isOwner);
  const why = duty && !getCurrentDuty(duty, now).isOnDuty ? "off_duty" : "late";
  return { ownerName: null, absentOwner: { name: owner.name, why } };
}

function findListedRecipients(
  all: OperatorRecipient[],
  { operator, operators }: SubmissionMailJob,
): OperatorRecipient[] | null {
  const ids = operator === undefined ? operators : [operator];
  return ids ? all.filter((recipient) => recipient.operator !== null && ids.includes(recipient.operator)) : null;
}

/** Nobody reads the default address. @throws AppError `unavailable` that says which variable to set */
export function requireContactAddress({ SMTP_URL, CONTACT_EMAIL } = env()): void {
  if (!SMTP_URL || CONTACT_EMAIL !== defaultContactEmail) return;
  const reason = `SMTP_URL is set and CONTACT_EMAIL is not: people would be told to write to ${defaultContactEmail}.`;
  throw new AppError("unavailable", `${reason} Set CONTACT_EMAIL to an address that your team reads.`);
}
