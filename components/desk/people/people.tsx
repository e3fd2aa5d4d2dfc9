"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import {
  type PersonCounts,
  type PersonRef,
  type PersonSubmission,
  peopleOperations,
  toPeoplePath,
} from "#lib/domain/people/person.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { StatusLabel } from "../core/badges.tsx";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm, useOperationForm } from "../core/desk-form.tsx";
import { DeskTime, HeadedSection, SubmissionLink } from "../core/facts.tsx";

const address = { type: "text", inputMode: "email", autoComplete: "off", spellCheck: false, required: true } as const;

/** Also offers to erase an address that appears only in other people's texts. Stores no address in the browser. */
export function PersonSearchForm({ isPersonShown }: { isPersonShown: boolean }) {
  const t = useDeskText("people");
  const router = useRouter();
  const callDesk = useDeskCall();
  const [isUnknown, setIsUnknown] = useState(false);
  const form = useOperationForm<{ email: string }, PersonRef>({
    id: "find-form",
    operation: peopleOperations.findPerson,
    fields: ["email"],
    toBody: (values) => values,
    formatFault: () => t("find.invalid"),
    draft: null,
    send: async (body) => {
      const texts = { not_found: { title: t("find.none"), text: t("find.noneText") } };
      const outcome = await callDesk(peopleOperations.findPerson, body, { isLeaving: true, texts });
      if (outcome.kind === "not_found") {
        setIsUnknown(true);
        router.push(toPeoplePath());
      }
      return outcome;
    },
    onDone: (person) => {
      form.clear();
      setIsUnknown(false);
      router.push(toPeoplePath(person));
    },
  });
  return (
    <>
      {isUnknown && !isPersonShown && <ErasePersonForm />}
      <HeadedSection id="find" title={t("find.title")} className="max-w-xl">
        <form {...form.props} className="grid justify-items-start gap-4">
          <div className="w-full">
            <Field {...address} {...form.field("email")} label={t("find.email")} hint={t("find.hint")} />
          </div>
          <SubmitButton form={form}>{t("find.submit")}</SubmitButton>
        </form>
      </HeadedSection>
    </>
  );
}

/** Without `email`, erases an address that appears only in other people's texts; the operator must type it twice. */
export function ErasePersonForm({ email }: { email?: string }) {
  const t = useDeskText("people");
  const router = useRouter();
  const form = useDeskForm({
    id: "erase-form",
    idPrefix: "erase-",
    operation: peopleOperations.erasePerson,
    fields: email === undefined ? ["email", "confirmation"] : ["confirmation"],
    toBody: (values) => ({ email, ...values }),
    formatFault: ({ field }) => t(field === "confirmation" ? "erase.different" : "find.invalid"),
    problemTexts: { not_found: t("erase.not_found") },
    done: t("erase.done"),
    isLeaving: true,
    onSaved: () => {
      router.push(toPeoplePath());
      router.refresh();
    },
  });
  return (
    <HeadedSection
      id="erase"
      title={t(email === undefined ? "erase.titleMentions" : "erase.title")}
      className="rounded-md border border-danger bg-surface p-4 sm:p-5"
    >
      <div id="erase-warning" className="mb-4 max-w-prose">
        <p>{t(email === undefined ? "erase.warningMentions" : "erase.warning")}</p>
        <p className="mt-2 text-sm text-muted">{t("erase.operators")}</p>
      </div>
      <form {...form.props} aria-describedby="erase-warning" className="grid max-w-xl justify-items-start gap-4">
        {email === undefined && (
          <div className="w-full">
            <Field {...address} {...form.field("email")} label={t("erase.email")} />
          </div>
        )}
        <div className="w-full">
          <Field {...address} {...form.field("confirmation")} label={t("erase.confirmation")} />
        </div>
        <SubmitButton form={form} look="secondary">
          {t("erase.submit")}
        </SubmitButton>
      </form>
    </HeadedSection>
  );
}

function DownloadButton({ subject }: { subject: PersonRef }) {
  const t = useDeskText("people");
  const callDesk = useDeskCall();
  const download = async () => {
    const outcome = await callDesk(peopleOperations.exportPerson, subject, {
      isLeaving: true,
      texts: { not_found: t("erase.not_found") },
    });
    const key = "submission" in subject ? `-${toSubmissionKey(subject.submission)}` : "";
    if (outcome.kind === "done") downloadJson(`person${key}.json`, outcome.result);
  };
  return (
    <ActionButton text={t("held.download")} look="secondary" aria-describedby="download-hint" onPress={download} />
  );
}

function downloadJson(name: string, content: object): void {
  const file = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

type Erasure = { id: string; at: Date; actor: string; counts: PersonCounts };
type Props = {
  subject: PersonRef;
  person: {
    email: string;
    counts: PersonCounts;
    newest: PersonSubmission[];
    mentioned: SubmissionRef[];
    subscription: { requestedAt: Date; confirmedAt: Date | null } | null;
    mailCount: number;
    bookingCount: number;
    isBlocked: boolean;
  };
};

export function PersonSummary({ subject, person }: Props) {
  const { email, counts, newest, mentioned, subscription, mailCount, bookingCount, isBlocked } = person;
  const t = useDeskText("people");
  const formatTime = useDeskTimeFormat();
  const { evaluations, inquiries, mentions } = counts;
  return (
    <HeadedSection id="held" title={t("held.title")} className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <p className="font-semibold wrap-anywhere">{t("held.counts", { evaluations, inquiries, email })}</p>
      {subscription?.confirmedAt && <p>{t("held.subscribed", { time: formatTime(subscription.confirmedAt) })}</p>}
      {subscription?.confirmedAt === null && (
        <p>{t("held.unconfirmed", { time: formatTime(subscription.requestedAt) })}</p>
      )}
      {mailCount > 0 && <p>{t("held.mails", { count: mailCount })}</p>}
      {bookingCount > 0 && <p>{t("held.bookings", { count: bookingCount })}</p>}
      {isBlocked && <p>{t("held.blocked")}</p>}
      {newest.length > 0 && <h3 className="mt-4 mb-1 text-muted">{t("held.newest")}</h3>}
      <ul>
        {newest.map((sent) => (
          <li key={toSubmissionKey(sent)} className="flex flex-wrap items-center gap-x-3">
            <SubmissionLink submission={sent} />
            <DeskTime className="text-sm text-muted" at={sent.createdAt} />
            <StatusLabel status={sent.status} />
          </li>
        ))}
      </ul>
      <MoreCount count={evaluations + inquiries - newest.length} />
      <p className="mt-4 text-muted">{t("held.mentions", { count: mentions })}</p>
      {mentioned.length > 0 && (
        <ul>
          {mentioned.map((one) => (
            <li key={toSubmissionKey(one)}>
              <SubmissionLink submission={one} />
            </li>
          ))}
        </ul>
      )}
      <MoreCount count={mentions - mentioned.length} />
      <div className="mt-5">
        <DownloadButton subject={subject} />
        <p id="download-hint" className="mt-2 max-w-prose text-sm text-muted">
          {t("held.downloadHint")}
        </p>
      </div>
    </HeadedSection>
  );
}

function MoreCount({ count }: { count: number }) {
  const t = useDeskText("people");
  return count > 0 && <p className="text-sm text-muted">{t("held.more", { count })}</p>;
}

export function ErasureList({ erasures }: { erasures: Erasure[] }) {
  const t = useDeskText("people");
  return (
    <HeadedSection id="erasures" title={t("erasures.title")}>
      {erasures.length === 0 && <p className="text-muted">{t("erasures.none")}</p>}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface empty:hidden">
        {erasures.map(({ id, at, actor, counts }) => (
          <li key={id} className="flex flex-wrap gap-x-6 px-4 py-2">
            <DeskTime className="text-muted" at={at} />
            <span className="font-semibold">{t("erasures.one", counts)}</span>
            <span className="wrap-anywhere text-muted">{t("erasures.by", { actor })}</span>
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}
