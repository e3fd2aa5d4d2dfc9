import { defineRouting } from "next-intl/routing";
import { locales } from "#lib/i18n/locales.ts";
import type { Locale } from "./locales.ts";

// The cookie lasts a year, so that the visitor's choice of language outlives the browser session.
const localeCookie = { name: "locale", maxAge: 365 * 24 * 60 * 60 };

export function formatLocaleCookie(locale: Locale, siteUrl: string): string {
  const secure = siteUrl.startsWith("https:") ? "; Secure" : "";
  return `${localeCookie.name}=${locale}; Path=/; Max-Age=${localeCookie.maxAge}; SameSite=Lax${secure}`;
}

export const routing = defineRouting({
  locales,
  defaultLocale: "en",
  localePrefix: "always",
  localeCookie,
  // Turns off the Link header with translations, which error pages would get, too. pageMetadata links them instead.
  alternateLinks: false,
  pathnames: {
    "/": "/",
    "/evaluation": { en: "/evaluation", es: "/evaluacion" },
    "/evaluation/send": { en: "/evaluation/send", es: "/evaluacion/enviar" },
    "/evaluation/refused": { en: "/evaluation/refused", es: "/evaluacion/rechazada" },
    "/evaluation/result": { en: "/evaluation/result", es: "/evaluacion/resultado" },
    "/evaluation/booking/send": { en: "/evaluation/booking/send", es: "/evaluacion/cita/enviar" },
    "/evaluation/booking.ics": { en: "/evaluation/booking.ics", es: "/evaluacion/cita.ics" },
    "/evaluation/reminder": { en: "/evaluation/reminder", es: "/evaluacion/recordatorio" },
    "/evaluation/reminder/send": { en: "/evaluation/reminder/send", es: "/evaluacion/recordatorio/enviar" },
    "/evaluation/share/send": { en: "/evaluation/share/send", es: "/evaluacion/compartir/enviar" },
    "/evaluation/shared": { en: "/evaluation/shared", es: "/evaluacion/compartida" },
    "/contact": { en: "/contact", es: "/contacto" },
    "/contact/send": { en: "/contact/send", es: "/contacto/enviar" },
    "/contact/refused": { en: "/contact/refused", es: "/contacto/rechazada" },
    "/contact/sent": { en: "/contact/sent", es: "/contacto/enviada" },
    "/catalog": { en: "/catalog", es: "/catalogo" },
    "/catalog/[slug]": { en: "/catalog/[slug]", es: "/catalogo/[slug]" },
    "/catalog/[slug]/spec.json": { en: "/catalog/[slug]/spec.json", es: "/catalogo/[slug]/spec.json" },
    "/catalog/[slug]/changes": { en: "/catalog/[slug]/changes", es: "/catalogo/[slug]/cambios" },
    "/catalog/[slug]/changes.atom": { en: "/catalog/[slug]/changes.atom", es: "/catalogo/[slug]/cambios.atom" },
    "/catalog/[slug]/changes.json": { en: "/catalog/[slug]/changes.json", es: "/catalogo/[slug]/cambios.json" },
    "/changes": { en: "/changes", es: "/cambios" },
    "/changes.atom": { en: "/changes.atom", es: "/cambios.atom" },
    "/changes.json": { en: "/changes.json", es: "/cambios.json" },
    "/changes/subscription": { en: "/changes/subscription", es: "/cambios/suscripcion" },
    "/changes/subscription/send": { en: "/changes/subscription/send", es: "/cambios/suscripcion/enviar" },
    "/consent": { en: "/consent", es: "/consentimiento" },
    "/consent/send": { en: "/consent/send", es: "/consentimiento/enviar" },
    "/consent/refused": { en: "/consent/refused", es: "/consentimiento/rechazado" },
    "/consent/done": { en: "/consent/done", es: "/consentimiento/listo" },
    "/privacy": { en: "/privacy", es: "/privacidad" },
    "/accessibility": { en: "/accessibility", es: "/accesibilidad" },
    "/security": { en: "/security", es: "/seguridad" },
    "/developers": { en: "/developers", es: "/desarrolladores" },
    "/developers/[slug]": { en: "/developers/[slug]", es: "/desarrolladores/[slug]" },
  },
});

export type Pathname = keyof typeof routing.pathnames;
