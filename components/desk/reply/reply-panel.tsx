"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFieldText } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { fillPath } from "#lib/contract/client.ts";
import { toBodyText } from "#lib/domain/plain-text.ts";
import { isRunning } from "#lib/domain/submissions/core/clock.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import {
  ccMax,
  isAddress,
  type NewReply,
  replyMax,
  replyOperations,
  splitAddresses,
} from "#lib/domain/submissions/reply/reply.ts";
import { listVariables } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { CharacterCount, formatTextFault, SubmitButton, useOperationForm } from "../core/desk-form.tsx";
import { useInboxData } from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { useOperatorId } from "../core/operator-id.ts";
import { QueuedReplies, setReplyUnsent, showQueued } from "./queued-replies.tsx";
import {
  MailPreview,
  ReplyFiles,
  SendLaterChooser,
  TemplateMenu,
  useReplyDesk,
  useUploadedName,
} from "./reply-parts.tsx";
import { insertText } from "./timeline-parts.tsx";

type Props = {
  submission: Pick<
    Submission,
    "kind" | "id" | "email" | "language" | "agentName" | "pendingMails" | "timeline" | "clock"
  >;
  /** The newest message on the timeline. If a newer one arrives, the reply is refused. */
  lastMessage: string | undefined;
  isFirst: boolean;
  /** `claimed`: an assistant says that the person agreed. Null if the person confirmed, or need not consent. */
  openConsent: "claimed" | "unclaimed" | null;
};

type Part = "templates" | "preview" | "later";

export function ReplyPanel({ submission, lastMessage, isFirst, openConsent }: Props) {
  const { kind, id, email, language, agentName, clock } = submission;
  const t = useDeskText("reply");
  const reading = useReplyDesk({ kind, id });
  const { data: desk } = reading;
  const files = desk?.files ?? [];
  const [faults, setFaults] = useState<string[]>([]);
  const [open, setOpen] = useState<Part | null>(null);
  const [asksCc, setAsksCc] = useState(false);
  const slash = useRef(0);
  const { form, text, cc, send } = useReplyForm({ kind, id }, lastMessage, reading, () => {
    void reading.refetch();
    setFaults([]);
    setOpen(null);
    setAsksCc(false);
  });
  const hasCc = asksCc || cc !== "";

  const close = () => setOpen(null);
  const closeTemplates = () => {
    close();
    getField()?.focus();
  };
  const openTemplates = () => {
    slash.current = getField()?.selectionStart ?? 0;
    setOpen("templates");
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
    if (!isSlashAtLineStart(event)) return;
    event.preventDefault();
    openTemplates();
  };
  const takeBack = async (reply: { text: string; cc: string[] }) => {
    const { text = "", cc = "" } = form.getValues();
    // The field already contains the reply's text if an earlier attempt to take the reply back got no answer.
    const parts = text.startsWith(reply.text) ? [text] : [reply.text, text];
    form.setValue("text", parts.filter((part) => part.trim() !== "").join("\n\n"));
    form.setValue("cc", splitAddresses([...reply.cc, cc].join()).join(", "));
    await reading.refetch();
    getField()?.focus();
  };

  return (
    <div className="space-y-3">
      <QueuedReplies submission={submission} onTakenBack={takeBack} />
      <form
        {...form.props}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isReady) void send();
        }}
        onKeyDown={handleKeyDown}
        className="space-y-3 [&_textarea]:field-sizing-content [&_textarea]:max-h-96"
      >
        <p className="flex flex-wrap gap-x-4 text-sm text-muted wrap-anywhere">
          <span>
            {t("to")} <bdi className="text-ink">{email}</bdi>
          </span>
          {!hasCc && (
            <button type="button" className="link min-h-6 cursor-pointer" onClick={() => setAsksCc(true)}>
              {t("cc.open")}
            </button>
          )}
          {desk && (
            <span>
              {t("from")} <bdi className="text-ink">{desk.sender}</bdi>
            </span>
          )}
        </p>
        {hasCc && (
          <Field {...form.field("cc")} label={t("cc.label")} hint={t("cc.hint", { max: ccMax })} autoFocus={asksCc} />
        )}
        {openConsent && (
          <p className="rounded-sm bg-accent-soft px-3 py-2 text-sm">
            {openConsent === "claimed" ? t("unconfirmed", { agent: agentName ?? "" }) : t("unclaimed")}
          </p>
        )}
        <Field
          {...form.field("text")}
          // While the templates are open, an empty field shows no error, because a template will fill it.
          {...(open === "templates" && { error: undefined })}
          as="textarea"
          label={t("text")}
          hint={t("hint", { language: t(`language.${language}`) })}
          lang={language}
          required
          rows={5}
        />
        <CharacterCount form={form} name="text" max={replyMax} toCounted={toBodyText} />
        {open === "templates" && (
          <TemplateMenu
            templates={desk?.templates ?? []}
            isEditor={desk?.isEditor ?? false}
            onClose={closeTemplates}
            onChoose={(template) => {
              const field = getField();
              setOpen(null);
              if (field) insertTemplate(field, template.text, slash.current);
            }}
          />
        )}
        <ReplyFiles kind={kind} id={id} files={files} faults={faults} onFaults={setFaults} />
        <ReplyActions form={form} isFirst={isFirst} onOpen={setOpen} onTemplates={openTemplates} />
      </form>
      <SendLaterChooser
        isOpen={open === "later"}
        dueAt={isRunning(clock) ? clock.dueAt : null}
        onChoose={send}
        onClose={close}
      />
      {open === "preview" && desk && (
        <MailPreview
          submission={{ kind, id, email, language }}
          desk={desk}
          text={text}
          cc={cc}
          files={files}
          onClose={close}
        />
      )}
    </div>
  );
}

const getField = () => document.getElementById("reply-text") as HTMLTextAreaElement | null;

/** At the beginning of a line, a slash opens the templates. Elsewhere it is just text. */
function isSlashAtLineStart({ key, target }: KeyboardEvent): boolean {
  if (key !== "/" || !(target instanceof HTMLTextAreaElement)) return false;
  const before = target.value.slice(0, target.selectionStart);
  return before === "" || before.endsWith("\n");
}

type ActionsProps = {
  form: ReturnType<typeof useReplyForm>["form"];
  isFirst: boolean;
  onOpen: (part: Part) => void;
  onTemplates: () => void;
};

function ReplyActions({ form, isFirst, onOpen, onTemplates }: ActionsProps) {
  const t = useDeskText("reply");
  return (
    <div className="flex flex-wrap items-center gap-2 *:px-4">
      <SubmitButton form={form}>
        {t("send")}{" "}
        <span aria-hidden="true" className="text-sm font-normal opacity-80 max-sm:hidden">
          {t("sendKeys")}
        </span>
      </SubmitButton>
      {(["later", "preview"] as const).map((part) => (
        <button
          key={part}
          type="button"
          className={buttonClass("secondary")}
          aria-haspopup="dialog"
          onClick={() => onOpen(part)}
        >
          {t(`${part}.open`)}
        </button>
      ))}
      <button type="button" className={buttonClass("secondary")} aria-haspopup="listbox" onClick={onTemplates}>
        {t("templates.open")}{" "}
        <span aria-hidden="true" className="text-sm font-normal text-muted max-sm:hidden">
          /
        </span>
      </button>
      <p className="basis-full px-0! text-sm text-muted">{t(isFirst ? "marks" : "keeps")}</p>
    </div>
  );
}

function useReplyForm(
  { kind, id }: SubmissionRef,
  lastMessage: string | undefined,
  reading: ReturnType<typeof useReplyDesk>,
  onSent: () => void,
) {
  const t = useDeskText("reply");
  const inbox = useDeskText("inbox");
  const callDesk = useDeskCall();
  const data = useInboxData();
  const notify = useNotice();
  const operatorId = useOperatorId();
  const adding = useUploadedName({ kind, id });
  const about = fillPath(replyOperations.sendReply, { kind, id });
  const when = useRef<string | undefined>(undefined);
  /** The last message when the operator started to type. A later one must be read before the reply is sent. */
  const seen = useRef<{ lastMessage: string | undefined } | null>(null);
  const form = useOperationForm({
    id: "reply",
    idPrefix: "reply-",
    operation: replyOperations.sendReply,
    fields: ["cc", "text"],
    toBody: ({ text, cc }) => ({
      kind,
      id,
      text,
      cc,
      lastMessage: seen.current ? seen.current.lastMessage : lastMessage,
      ...(when.current !== undefined && { when: when.current }),
    }),
    formatFault: (fault): string => {
      if (fault.field === "cc") {
        const wrong = splitAddresses(form.getValues().cc ?? "").filter((address) => !isAddress(address));
        return wrong.length ? t("cc.invalid", { names: wrong.join(", ") }) : t("cc.tooMany", { max: ccMax });
      }
      const names = listVariables(form.getValues().text ?? "").map((name) => `{${name}}`);
      if (fault.rule === "other" && names.length) return t("unfilled", { names: names.join(", ") });
      return formatTextFault(inbox, fault);
    },
    draft: { name: `desk.${operatorId}.reply.${kind}.${id}`, storage: "session" },
    send: async (body: NewReply) => {
      const texts = { conflict: t("conflict") };
      // Without the list of files, the reply would go out without them.
      const read = reading.isSuccess && !reading.isFetching ? reading : await reading.refetch({ cancelRefetch: false });
      if (!read.isSuccess) {
        const problem = read.error?.problem ?? { kind: "no_answer" };
        const unread = t("files.unread");
        notify({ problem, texts: { no_answer: unread, unavailable: unread }, about });
        setReplyUnsent(operatorId, { kind, id }, true);
        return problem;
      }
      const files = read.data.files.map((file) => file.id);
      const outcome = await callDesk(replyOperations.sendReply, { ...body, files }, { texts });
      setReplyUnsent(operatorId, { kind, id }, outcome.kind !== "done");
      // The page has been refreshed and the notice links to the new message, so that the operator can now send.
      if (outcome.kind === "conflict") seen.current = null;
      return outcome;
    },
    onDone: ({ job, startsAt }, { text = "", cc = "" }) => {
      showQueued(data, { kind, id }, { job, text, cc: splitAddresses(cc) }, startsAt);
      form.clear();
      onSent();
    },
  });
  const text = useFieldText(form, "text");
  const cc = useFieldText(form, "cc");
  const { isReady } = form;
  useEffect(() => {
    if (isReady && text === "") setReplyUnsent(operatorId, { kind, id }, false);
  }, [isReady, text, operatorId, kind, id]);
  useEffect(() => {
    if (text === "") seen.current = null;
    else seen.current ??= { lastMessage };
  }, [text, lastMessage]);
  const send = (at?: string) => {
    if (adding !== null) return notify({ refused: t("files.wait", { name: adding }), about });
    when.current = at;
    return form.submit();
  };
  return { form, text, cc, send };
}

function insertTemplate(field: HTMLTextAreaElement, template: string, at: number): void {
  insertText(field, template, at, at);
  const [missing] = listVariables(template);
  const start = missing === undefined ? -1 : field.value.indexOf(`{${missing}}`, at);
  if (missing !== undefined && start >= 0) field.setSelectionRange(start, start + missing.length + 2);
}
