"use client";

import { useRouter } from "next/navigation";
import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Table } from "#components/ui/table.tsx";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { type ReplyTemplate, templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";

export function TemplateTable({ templates }: { templates: ReplyTemplate[] }) {
  const t = useDeskText("reply");
  const inbox = useDeskText("inbox");
  const formatDeskTime = useDeskTime();
  if (!templates.length) return <p className="text-muted">{t("editor.none")}</p>;
  return (
    <Table
      caption={t("editor.listed")}
      rows={templates}
      getKey={({ id }) => String(id)}
      columns={[
        { header: t("editor.name"), isRowHeader: true, cell: ({ name }) => name },
        {
          header: t("editor.suits"),
          isLabelled: true,
          cell: ({ kind, route }) =>
            [
              ...(kind === null && route === null ? [t("editor.anyKind")] : []),
              ...(kind === null ? [] : [inbox(`kind.${kind}`)]),
              ...(route === null ? [] : [inbox(`route.${route}`)]),
            ].join(", "),
        },
        {
          header: t("editor.changed"),
          isLabelled: true,
          cell: ({ actor, at }) => t("editor.changedBy", { actor, time: formatDeskTime(at) }),
        },
        { header: t("editor.actions"), cell: (template) => <Changes template={template} /> },
      ]}
    />
  );
}

function Changes({ template: { id, version, name } }: { template: ReplyTemplate }) {
  const t = useDeskText("reply");
  const callDesk = useDeskCall();
  const router = useRouter();
  const remove = async () => {
    const texts = { conflict: t("editor.conflict") };
    const removal = { template: id, version };
    const outcome = await callDesk(replyOperations.removeTemplate, removal, { done: () => t("editor.removed"), texts });
    if (outcome.kind === "done") router.replace(templatesPath);
  };
  return (
    <span className="flex flex-wrap gap-x-4">
      <a className={buttonClass("quiet")} href={`${templatesPath}?edit=${id}`} aria-label={t("editor.edit", { name })}>
        {t("editor.change")}
      </a>
      <ConfirmButton
        text={t("editor.remove")}
        label={t("files.remove", { name })}
        className={buttonClass("quiet")}
        title={t("editor.removeSure", { name })}
        yes={t("editor.remove")}
        no={t("editor.keep")}
        onConfirm={remove}
      >
        {t("editor.removeWhat")}
      </ConfirmButton>
    </span>
  );
}
