import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** What the keys of the inbox are told by. */
export const deskKeys = {
  title: t("keys.title"),
  show: t("keys.show"),
  close: t("keys.close"),
  use: t("keys.use"),
  keys: [
    { key: "j", text: t("keys.j") },
    { key: "k", text: t("keys.k") },
    { key: "Enter", text: t("keys.enter") },
    { key: "/", text: t("keys.search") },
    { key: "i", text: t("keys.inbox") },
    { key: "?", text: t("keys.help") },
  ],
};
