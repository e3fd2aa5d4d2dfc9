import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Desk } from "#components/desk/desk.tsx";
import { WrittenMailView } from "#components/desk/mail/mail-files.tsx";
import { mailName } from "#components/desk/mail/mail-texts.ts";
import type { Operator } from "#lib/domain/desk/operator.ts";
import { AppError } from "#lib/domain/errors.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { getMailFile } from "#lib/server/mail/mail-files.ts";
import { requirePageOperator } from "../../session.ts";

type Props = { params: Promise<{ name: string }> };

const t = deskText("mail");

/** No subject in a title: titles stay in the browser's history. */
export const metadata: Metadata = { title: t("one.title") };

export default async function MailFilePage({ params }: Props) {
  const operator = await requirePageOperator();
  const mail = await find(operator, (await params).name);
  return (
    <Desk operator={operator} current="mail">
      <a className="link inline-block py-2" href="/admin/mail">
        {t("one.back")}
      </a>
      <h1 className="mt-2 text-2xl wrap-anywhere">{mail.subject || t("one.noSubject")}</h1>
      <p className="mt-2 mb-5 text-muted">{mailName(mail.mail)}</p>
      <WrittenMailView mail={mail} />
    </Desk>
  );
}

async function find(operator: Operator, name: string) {
  return getMailFile({ name }, { operator }).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  });
}
