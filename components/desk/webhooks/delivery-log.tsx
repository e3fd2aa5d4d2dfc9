"use client";

import { useRouter } from "next/navigation";
import { useTimeZone } from "next-intl";
import { useState } from "react";
import { TextPrompt } from "#components/ui/prompts.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { parseWallTime } from "#lib/domain/time-zone.ts";
import {
  type Attempt,
  type Delivery,
  type Endpoint,
  webhookDays,
  webhookOperations,
} from "#lib/domain/webhooks/endpoint.ts";
import { toTextKey } from "#lib/domain/webhooks/events.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ActionButton, ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { DeskTime } from "../core/facts.tsx";
import { EndpointState, NewSecret } from "./endpoints.tsx";

type Props = { endpoint: Endpoint; deliveries: Delivery[] };

export function DeliveryLog({ endpoint, deliveries }: Props) {
  const t = useDeskText("webhooks");
  const formatTime = useDeskTimeFormat();
  const router = useRouter();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      {secret !== undefined && <NewSecret name={endpoint.name} secret={secret} />}
      <p className="wrap-anywhere">
        <EndpointState endpoint={endpoint} /> <span className="text-muted">· {endpoint.url}</span>
      </p>
      {endpoint.formerUntil && endpoint.formerUntil > new Date() && (
        <p className="text-muted">{t("formerUntil", { time: formatTime(endpoint.formerUntil) })}</p>
      )}
      <EndpointActions endpoint={endpoint} onSecret={setSecret} />
      <div className="mt-8 mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{t("log")}</h2>
        <ActionButton text={t("refresh")} onPress={() => router.refresh()} />
      </div>
      {deliveries.length === 0 && <p className="text-muted">{t("noDeliveries")}</p>}
      <ol className="space-y-3">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.event} endpoint={endpoint} delivery={delivery} />
        ))}
      </ol>
    </>
  );
}

function EndpointActions({ endpoint: { id }, onSecret }: { endpoint: Endpoint; onSecret: (secret: string) => void }) {
  const t = useDeskText("webhooks");
  const callDesk = useDeskCall();
  const rotate = async () => {
    const outcome = await callDesk(webhookOperations.rotateSecret, { endpoint: id });
    if (outcome.kind === "done") onSecret(outcome.result.secret);
  };
  const test = () => callDesk(webhookOperations.testEndpoint, { endpoint: id }, { done: () => t("tested") });
  return (
    <>
      <p className="mt-4 flex flex-wrap gap-3">
        <ActionButton text={t("test")} look="primary" onPress={test} />
        <ResendSinceForm endpoint={id} />
        <ConfirmAction
          text={t("rotate")}
          look="secondary"
          title={t("rotateSure")}
          yes={t("rotateYes")}
          onConfirm={rotate}
        >
          {t("rotateWhat")}
        </ConfirmAction>
      </p>
      <p className="mt-2 max-w-prose text-sm text-muted">{t("sinceHint")}</p>
    </>
  );
}

function ResendSinceForm({ endpoint }: { endpoint: string }) {
  const t = useDeskText("webhooks");
  const callDesk = useDeskCall();
  const timeZone = useTimeZone() ?? "UTC";
  const [isOpen, setIsOpen] = useState(false);
  const parse = (text: string) => {
    const at = parseWallTime(text, timeZone);
    const age = at ? Date.now() - at.getTime() : -1;
    return age >= 0 && age <= webhookDays * dayMilliseconds ? at : null;
  };
  const send = (since: Date) => {
    const done = ({ count }: { count: number }) => t("sinceDone", { count });
    return callDesk(webhookOperations.replayWebhooks, { endpoint, since: since.toISOString() }, { done });
  };
  return (
    <>
      <ActionButton text={`${t("since")}…`} look="secondary" onPress={() => setIsOpen(true)} />
      {isOpen && (
        <TextPrompt
          title={t("since")}
          type="datetime-local"
          save={t("sinceSend")}
          findFault={(text) => (parse(text) ? undefined : t("sinceFault"))}
          onSave={(text) => {
            const at = parse(text);
            if (at) void send(at);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function DeliveryRow({ endpoint, delivery }: { endpoint: Endpoint; delivery: Delivery }) {
  const t = useDeskText("webhooks");
  const formatTime = useDeskTimeFormat();
  const callDesk = useDeskCall();
  const { event, type, at, subject, href, state, nextAt, attempts } = delivery;
  const title = t(`types.${toTextKey(type)}`);
  const resendEvent = () => {
    const done = ({ count }: { count: number }) => t("againDone", { count });
    return callDesk(webhookOperations.replayWebhooks, { endpoint: endpoint.id, event }, { done });
  };
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold wrap-anywhere">
          {title}{" "}
          {href !== null && (
            <a className="link" href={href}>
              {subject}
            </a>
          )}
        </h3>
        <span className={state === "dead" ? "font-medium text-danger" : "text-muted"}>
          {t(`delivery.${state}`, { time: formatTime(nextAt) })}
        </span>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        <DeskTime at={at} /> · <code>{event}</code>
      </p>
      {attempts.length > 0 && (
        <ul className="mt-1 space-y-1 text-sm" aria-label={t("attempts")}>
          {attempts.map((attempt) => (
            <AttemptLine key={attempt.id} attempt={attempt} />
          ))}
        </ul>
      )}
      <ActionButton
        text={t("again")}
        label={t("againLabel", { subject: [title, subject].filter(Boolean).join(" ") })}
        onPress={resendEvent}
      />
    </li>
  );
}

const faultTexts: Record<string, "slow" | "inside" | "not_https" | "internal"> = {
  slow: "slow",
  "an address inside the network": "inside",
  "not https": "not_https",
  INTERNAL: "internal",
};

function AttemptLine({ attempt: { at, status, fault, milliseconds, answer } }: { attempt: Attempt }) {
  const t = useDeskText("webhooks");
  const formatTime = useDeskTimeFormat();
  const outcome =
    status === null ? t(`faults.${faultTexts[fault ?? ""] ?? "other"}`, { code: fault ?? "" }) : `${status}`;
  return (
    <li className="wrap-anywhere">
      {t("attempt", { time: formatTime(at), outcome, milliseconds })}
      {answer && (
        <details>
          <summary className="link inline-block min-h-6 cursor-pointer">{t("answer")}</summary>
          <pre className="max-h-60 overflow-auto rounded-sm bg-paper px-3 py-2 whitespace-pre-wrap" dir="auto">
            {answer}
          </pre>
        </details>
      )}
    </li>
  );
}
