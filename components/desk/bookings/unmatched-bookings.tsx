"use client";

import { useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { formatReference, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { bookingOperations, type UnmatchedBooking } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { DeskTime } from "../core/facts.tsx";

/** Asks which submission a booking belongs to. */
export function UnmatchedBookings({ bookings }: { bookings: UnmatchedBooking[] }) {
  const t = useDeskText("bookings");
  const [answered, setAnswered] = useState<string[]>([]);
  const open = bookings.filter(({ uid }) => !answered.includes(uid));
  if (!open.length) return null;
  return (
    <Callout look="accent">
      <p className="font-semibold">{t("title", { count: open.length })}</p>
      <ul className="max-h-80 overflow-y-auto">
        {open.map((booking) => (
          <BookingQuestion
            key={booking.uid}
            booking={booking}
            onAnswered={() => setAnswered((known) => [...known, booking.uid])}
          />
        ))}
      </ul>
    </Callout>
  );
}

type Props = { booking: UnmatchedBooking; onAnswered: () => void };

function BookingQuestion({ booking: { uid, startAt, email, suggestion }, onAnswered }: Props) {
  const t = useDeskText("bookings");
  const callDesk = useDeskCall();
  const texts = { not_found: t("missing"), conflict: t("conflict") };
  const form = useDeskForm({
    id: `match-${uid}`,
    operation: bookingOperations.matchBooking,
    idPrefix: `${uid}-`,
    defaultValues: { reference: formatReference(suggestion) },
    toBody: ({ reference }) => ({ uid, reference }),
    formatFault: () => t("invalid"),
    problemTexts: texts,
    done: t("matched"),
    onSaved: onAnswered,
  });
  const dismiss = async () => {
    const outcome = await callDesk(bookingOperations.dismissBooking, { uid }, { texts, done: () => t("dismissed") });
    if (outcome.kind === "done" || outcome.kind === "not_found") onAnswered();
  };
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 py-2">
      <p className="wrap-anywhere sm:pb-3">
        <DeskTime at={startAt} />
        {" · "}
        <bdi>{email}</bdi>
        {" · "}
        <a className="link" href={submissionPath(suggestion)}>
          {formatReference(suggestion)}
        </a>
      </p>
      <form {...form.props} className="flex flex-wrap items-end gap-2">
        <Field {...form.field("reference")} type="text" autoComplete="off" required label={t("reference")} />
        <SubmitButton form={form}>{t("match")}</SubmitButton>
        <ActionButton text={t("dismiss")} label={t("dismissLabel", { email })} onPress={dismiss} />
      </form>
    </li>
  );
}
