import { Desk } from "#components/desk/desk.tsx";
import { TemplateForm, TemplateTable } from "#components/desk/reply/templates.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { readSite } from "#lib/server/site.ts";
import { listReplyTemplates } from "#lib/server/submissions/reply/reply-templates.ts";
import type { DeskPageProps } from "../../../pages.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("reply", (t) => t("editor.title"));

export default async function TemplatesPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("reply");
  const admin = await requirePageAdmin();
  const { edit } = await searchParams;
  const templates = await listReplyTemplates({ operator: admin });
  const template = templates.find(({ id }) => String(id) === edit) ?? null;
  const key = template ? `${template.id} ${template.version}` : `new ${templates.length}`;
  return (
    <Desk operator={admin} current="mail" title={t("editor.title")} intro={t("editor.intro")}>
      <TemplateTable templates={templates} />
      <TemplateForm key={key} template={template} operatorName={admin.name} site={(await readSite()).name} />
    </Desk>
  );
}
