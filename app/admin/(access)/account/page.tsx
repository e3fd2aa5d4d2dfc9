import { AccountForms, LanguageForm, SessionList, SignatureForm } from "#components/desk/access/account.tsx";
import { OwnDuty } from "#components/desk/access/duty.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { MailChoicesForm, NotificationSwitch } from "#components/desk/mail/mail-choices-form.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getOwnSettings } from "#lib/server/access/operators.ts";
import { countRecoveryCodes } from "#lib/server/access/second-factor.ts";
import { listSessions } from "#lib/server/access/sessions.ts";
import { getMailChoices } from "#lib/server/mail/digests.ts";
import { readSite } from "#lib/server/site.ts";
import { getDeskLanguage, requirePageOperator } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("account.title"));

export default async function AccountPage() {
  const t = await getDeskText("auth");
  const operator = await requirePageOperator();
  const { name, email, role } = operator;
  const now = new Date();
  const language = await getDeskLanguage();
  const { signature, duty } = await getOwnSettings({ operator, now });
  const choices = await getMailChoices({ operator });
  const intro = t("account.who", { name, email, role: t(`operators.${role}`) });
  return (
    <Desk operator={operator} current="account" title={t("account.title")} intro={intro}>
      <LanguageForm key={language} language={language} />
      <OwnDuty duty={duty} />
      <MailChoicesForm key={JSON.stringify(choices)} choices={choices} />
      <NotificationSwitch />
      <SignatureForm key={signature} signature={signature} company={(await readSite()).name} />
      <h2 className="mb-2 text-xl">{t("sessions.title")}</h2>
      <p className="mb-4 max-w-[60ch] text-muted">{t("sessions.intro")}</p>
      <SessionList sessions={await listSessions({ operator, now })} />
      <AccountForms email={email} codesLeft={await countRecoveryCodes({ operator })} />
    </Desk>
  );
}
