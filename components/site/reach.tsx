import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Company, toPhoneUrl, toWhatsAppUrl } from "#lib/domain/company.ts";
import { listIdentity } from "#lib/domain/submissions/intake/privacy-notice.ts";
import { toLanguage } from "#lib/i18n/locales.ts";

type Props = {
  company: Company;
  message: string;
  hasAddress?: boolean;
  className?: string;
};

export function ContactOptions({ company, message, hasAddress = false, className = "" }: Props) {
  const t = useTranslations("reach");
  const { phone, whatsApp, hours, address } = company;
  if (!phone && !whatsApp && !(hasAddress && address)) return null;
  return (
    <dl className={`flex flex-wrap gap-x-10 gap-y-3 ${className}`}>
      {phone && (
        <ContactOption label={t("phone")}>
          <a className="link whitespace-nowrap" href={toPhoneUrl(phone)}>
            {phone}
          </a>
        </ContactOption>
      )}
      {whatsApp && (
        <ContactOption label={t("whatsApp")}>
          <a className="link whitespace-nowrap" href={toWhatsAppUrl(whatsApp, message)}>
            {whatsApp}
          </a>
        </ContactOption>
      )}
      {hours && <ContactOption label={t("hours")}>{hours}</ContactOption>}
      {hasAddress && address && (
        <ContactOption label={t("address")}>
          <AddressLines lines={address.lines} address={address} />
        </ContactOption>
      )}
    </dl>
  );
}

function ContactOption({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type IdentityProps = { company: Company; className?: string };

export function CompanyIdentity({ company, className = "" }: IdentityProps) {
  const lines = listIdentity(company);
  if (!lines.length) return null;
  return (
    <address className={`not-italic ${className}`}>
      <AddressLines lines={lines} address={company.address} />
    </address>
  );
}

/** The last line of an address is the country, in the language of the page. */
function AddressLines({ lines, address }: { lines: string[]; address: Company["address"] }) {
  const language = toLanguage(useLocale());
  const isForeign = address !== undefined && address.language !== language;
  const [own, country] = isForeign ? [lines.slice(0, -1), lines.at(-1)] : [lines, undefined];
  return (
    <>
      <span lang={isForeign ? address.language : undefined} className="whitespace-pre-line wrap-anywhere">
        {own.join("\n")}
      </span>
      {country && <span className="block">{country}</span>}
    </>
  );
}
