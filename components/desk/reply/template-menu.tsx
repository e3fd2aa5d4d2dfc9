"use client";

import { Chooser } from "#components/ui/chooser.tsx";
import type { ReplyDesk } from "#lib/domain/submissions/reply/reply.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Template = ReplyDesk["templates"][number];
type Props = {
  templates: Template[];
  isEditor: boolean;
  onChoose: (template: Template) => void;
  onClose: () => void;
};

export function TemplateMenu({ templates, isEditor, onChoose, onClose }: Props) {
  const t = useDeskText("reply");
  return (
    <Chooser
      title={t("templates.open")}
      placeholder={t("templates.search")}
      hasNumbers
      choices={templates.map((template) => ({
        id: String(template.id),
        text: template.name,
        detail: template.suits ? undefined : t("templates.other"),
        run: () => onChoose(template),
      }))}
      emptyText={t(templates.length ? "templates.none" : "templates.empty")}
      onClose={onClose}
    >
      {isEditor && (
        <a className="link" href={templatesPath}>
          {t("templates.edit")}
        </a>
      )}
    </Chooser>
  );
}
