import { mailText } from "../../i18n/mail-text.ts";
import type { Locale } from "../locale.ts";
import { toShownName } from "../plain-text.ts";
import { webhooksPath } from "../webhooks/endpoint.ts";
import type { MailContent, MailSite } from "./mail-content.ts";

type PausedWebhooks = {
  language: Locale;
  endpoints: { id: string; name: string; reason: "gone" | "failing" }[];
  site: MailSite;
};

export function composePausedWebhooks({ language, endpoints, site }: PausedWebhooks): MailContent {
  const t = mailText(language);
  return {
    language,
    company: site.name,
    footer: [t("webhooks.footer", { company: site.name })],
    subject: t("webhooks.pausedSubject", { count: endpoints.length }),
    preview: endpoints.map(({ name }) => toShownName(name)).join(", "),
    blocks: [
      { type: "heading", text: t("webhooks.pausedTitle") },
      {
        type: "list",
        items: endpoints.map(({ id, name, reason }) => ({
          label: toShownName(name, 80),
          url: `${site.url}${webhooksPath}/${id}`,
          details: [t(`webhooks.${reason}`)],
        })),
      },
      { type: "paragraph", text: t("webhooks.pausedText") },
      { type: "action", label: t("webhooks.open"), url: site.url + webhooksPath, isPrimary: true },
    ],
  };
}
