import { getTranslations } from "next-intl/server";
import { Terms } from "./terms.tsx";

/** Field by field what is collected (spec 2.1, 2.5), by the occasion. */
export async function CollectedData() {
  const t = await getTranslations("privacy.collected");
  const groups = [
    {
      title: t("evaluation.title"),
      items: (["identity", "email", "phone", "project", "source", "answers", "outcome"] as const).map((item) => ({
        term: t(`evaluation.items.${item}.term`),
        text: t(`evaluation.items.${item}.text`),
      })),
    },
    {
      title: t("question.title"),
      items: (["person", "message", "topic"] as const).map((item) => ({
        term: t(`question.items.${item}.term`),
        text: t(`question.items.${item}.text`),
      })),
    },
    {
      title: t("both.title"),
      items: (["page", "visit", "receipt", "assistant", "trap"] as const).map((item) => ({
        term: t(`both.items.${item}.term`),
        text: t(`both.items.${item}.text`),
      })),
    },
    {
      title: t("connection.title"),
      items: [{ term: t("connection.items.address.term"), text: t("connection.items.address.text") }],
    },
  ];
  return (
    <>
      {groups.map(({ title, items }) => (
        <div key={title} className="mt-7">
          <h3 className="text-lg">{title}</h3>
          <Terms items={items} />
        </div>
      ))}
    </>
  );
}
