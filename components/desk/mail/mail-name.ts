import type { MailType } from "#lib/domain/mail/mail.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("mail");
const inbox = adminText("inbox");

export function mailName(mail: MailType): string {
  return t(`mail.${mail}`);
}

/** A submission by its kind and reference number. */
export function subjectName({ kind, id }: SubmissionRef): string {
  return t("subject", { kind: inbox(`kind.${kind}`), id: String(id) });
}
