import "server-only";
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { toWhatsAppUrl } from "../../../domain/company.ts";
import type { Locale } from "../../../domain/locale.ts";
import type { PhoneLinks } from "../../../domain/submissions/core/submission.ts";
import { mailText } from "../../../i18n/mail-text.ts";
import type { Site } from "../../site.ts";

const servedCountries = ["MX", "GT", "SV", "HN", "NI", "CR", "PA"] satisfies CountryCode[];

/** Prefixes that Mexico gave up in 2019 and 2020, before ten digits: 1 after the country code; 01, 044, 045. */
const formerMexican = /^(?:(?:00)?52(?:0?1|04[45])|01|04[45])(\d{10})$/;

/** Only Guatemala has longer numbers: 11 digits, which look like a US number with its country code. */
const nationalDigitsMax = 10;

/**
 * Reads a phone number as typed. A number without a country code belongs to the company's country, `homeCountry`, or
 * else to the only served country in which it is valid.
 */
export function findPhoneNumber(typed: string | null, homeCountry?: string): PhoneNumber | null {
  if (typed === null) return null;
  const text = typed.normalize("NFKC").trim();
  const mexican = formerMexican.exec(text.replaceAll(/\D/g, ""))?.[1];
  const international = mexican === undefined ? text.replace(/^00/, "+") : `+52${mexican}`;
  if (international.includes("+")) return parseValidNumber(international);
  const read = (country: string) => {
    const phone = parseValidNumber(international, country);
    return phone && phone.nationalNumber.length <= nationalDigitsMax ? phone : null;
  };
  const [only, ...others] = servedCountries.flatMap((country) => read(country) ?? []);
  return (homeCountry === undefined ? null : read(homeCountry)) ?? (others.length ? null : (only ?? null));
}

function parseValidNumber(text: string, country?: string): PhoneNumber | null {
  const phone = parsePhoneNumberFromString(text, country as CountryCode | undefined);
  return phone?.isValid() ? phone : null;
}

type Contact = { phone: string | null; language: Locale; reference: string; operatorName?: string | undefined };

type Company = Pick<Site, "name" | "company">;

export const getHomeCountry = ({ company }: Pick<Site, "company">) => company.en.address?.country;

/** Null unless the number is valid. The WhatsApp text is in the person's language. */
export function toPhoneLinks(
  { phone: typed, language, reference, operatorName }: Contact,
  company: Company,
): PhoneLinks | null {
  const phone = findPhoneNumber(typed, getHomeCountry(company));
  if (!phone) return null;
  const t = mailText(language);
  const texts = { company: company.name, reference };
  const text =
    operatorName === undefined
      ? t("whatsAppText.company", texts)
      : t("whatsAppText.operator", { ...texts, operator: operatorName });
  return {
    international: phone.formatInternational(),
    callUrl: phone.getURI(),
    whatsAppUrl: toWhatsAppUrl(phone.number, text),
  };
}
