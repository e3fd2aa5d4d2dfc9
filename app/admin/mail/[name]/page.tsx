import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";
import { WrittenMailView } from "#components/desk/mail/mail-files.tsx";
import { formatMail } from "#components/desk/mail/mail-texts.ts";

import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getMailFile } from "#lib/server/mail/mail-files.ts";
import { orNotFound } from "../../../or-not-found.ts";
import { requirePageOperator } from "../../session.ts";

type Props = { params: Promise<{ name: string }> };

/** No subject in a title: titles stay in the browser's history. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("mail");
  return { title: t("one.title") };
}

export default async function MailFilePage({ params }: Props) {
  const t = await getDeskText("mail");
  const operator = await requirePageOperator();
  const { name } = await params;
  const mail = await orNotFound(() => getMailFile({ name }, { operator }));
  return (
    <Desk
      operator={operator}
      current="mail"
      back={{ href: "/admin/mail", text: t("one.back") }}
      title={mail.subject || t("one.noSubject")}
      intro={formatMail(t, mail.mail)}
    >
      <WrittenMailView mail={mail} />
    </Desk>
  );
}
