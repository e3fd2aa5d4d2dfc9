import { type Locale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { PreparedValues } from "#components/forms/draft-store.ts";
import type { KeptDraft, useDraft } from "#components/forms/use-draft.ts";
import { useForm } from "#components/forms/use-form.ts";
import { type CallOutcome, sendRequest } from "#lib/contract/client.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import { receiptParameter, withoutHandOff, zoneParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { type CountedForm, formSteps, formStepsPath } from "#lib/domain/submissions/core/form-steps.ts";
import { privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import {
  type FormOrigin,
  honeypotHeader,
  isHoneypotFilled,
  leadPaths,
  listFormFaults,
} from "#lib/domain/submissions/intake/form-body.ts";
import { assistedByHeader, isHandOffFragment, parseHandOff } from "#lib/domain/submissions/intake/hand-off.ts";
import { formatReceiptCookie, receiptCookies, type SiteForm } from "#lib/domain/submissions/intake/receipt.ts";
import { readFirstTouch } from "./first-touch.tsx";
import { useFaultText } from "./refused.tsx";

type Setup = {
  kind: SiteForm;
  fields: readonly string[];
  locale: Locale;
  toBody: (values: Record<string, string>, origin: FormOrigin) => JsonObject;
  resultPath: string;
  onRefused?: (field: string | undefined) => void;
};

export function useSubmission(setup: Setup) {
  const { kind, fields, locale, toBody, resultPath, onRefused } = setup;
  const receipt = useRef<string | null>(null);
  const isTrapped = useRef(false);
  useReloadOnHandOff();
  const countStep = useStepStatistics(kind, locale);
  const form = useForm({
    id: kind,
    fields,
    toBody: (values) => {
      isTrapped.current = isHoneypotFilled(values);
      return toBody(values, { language: locale, sourcePage: window.location.pathname, firstTouch: readFirstTouch() });
    },
    findFaults: listFormFaults,
    formatFault: useFaultText(),
    draft: {
      name: kind,
      isShared: true,
      sentId: () => readSentReference(kind)?.reference,
      takePrepared: () => takeHandOff(kind),
    },
    send: async (body, draft) => {
      const outcome = await submitOnce(kind, body, draft, isTrapped.current);
      if (outcome.kind === "done") receipt.current = outcome.receipt;
      return outcome;
    },
    onDone: () => {
      reach(formSteps[kind].length - 1);
      window.location.replace(resultPath + storeReceipt(kind, receipt.current));
    },
    onRefused,
  });
  const reach = (at: number) => countStep(at, form.draft);
  return { ...form, reach };
}

export function useFormTitle(hasErrors: boolean, prefix = "") {
  const t = useTranslations("errors");
  const base = useRef("");
  useEffect(() => {
    base.current ||= document.title;
    const plain = prefix ? `${prefix} · ${base.current}` : base.current;
    const title = hasErrors ? t("title", { title: plain }) : plain;
    const setTitle = () => {
      if (document.title !== title) document.title = title;
    };
    setTitle();
    // Sets the title again if the framework sets the page's own title during hydration.
    const observer = new MutationObserver(setTitle);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [hasErrors, prefix, t]);
}

/**
 * Sends a form with an idempotency key, so that the service stores it once. Until the person changes something, a retry
 * sends exactly the same body, even after a reload or in the other language, because the service refuses a repeated key
 * with a different body.
 */
async function submitOnce(
  kind: SiteForm,
  body: JsonObject,
  draft: KeptDraft,
  isTrapped: boolean,
): Promise<CallOutcome<unknown>> {
  const last = draft.read()?.attempt;
  const attempt =
    last && serializeTypedValues(last.body) === serializeTypedValues(body)
      ? last
      : { key: await createIdempotencyKey(JSON.stringify(body)), body };
  draft.update({ attempt });
  const headers: Record<string, string> = {
    "Idempotency-Key": attempt.key,
    "Privacy-Notice-Version": privacyNoticeVersion,
  };
  const assistant = draft.read()?.preparedBy;
  if (isTrapped) headers[honeypotHeader] = "true";
  if (assistant) headers[assistedByHeader] = encodeURIComponent(assistant);
  const operation = { method: "POST", path: leadPaths[kind], status: 201 } as const;
  return sendRequest(operation, attempt.body, (json) => json, { headers });
}

function serializeTypedValues(body: JsonObject): string {
  const { language: _, sourcePage: _1, utm: _2, landingPage: _3, referrer: _4, ...typed } = body;
  return JSON.stringify(typed);
}

/** One key per body and day (UTC): a form filled in again is stored once, even without storage. Random on HTTP. */
async function createIdempotencyKey(body: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const bytes = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${day} ${body}`)))
    : crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Reads an assistant's values from the URL and removes them from it, because history and bookmarks keep URLs. */
function takeHandOff(form: SiteForm): PreparedValues | null {
  const { pathname, search, hash } = window.location;
  const fragment = isHandOffFragment(hash) ? hash : "";
  const handOff = parseHandOff(form, search, fragment);
  const address = pathname + withoutHandOff(search) + (fragment ? "" : hash);
  if (address !== pathname + search + hash) window.history.replaceState(window.history.state, "", address);
  return handOff && { values: handOff.values, by: handOff.assistant };
}

/** Reloads the page when a link changes only its fragment, so that the form takes the values in the new fragment. */
function useReloadOnHandOff(): void {
  useEffect(() => {
    const reloadOnHandOff = () => isHandOffFragment(window.location.hash) && window.location.reload();
    window.addEventListener("hashchange", reloadOnHandOff);
    return () => window.removeEventListener("hashchange", reloadOnHandOff);
  }, []);
}

/** @returns the result page's query: the receipt if the browser refuses cookies, and the time zone for free times */
function storeReceipt(form: SiteForm, receipt: string | null): string {
  // If a proxy has dropped the header, an earlier receipt stays.
  if (receipt === null) return "";
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [, route] = receipt.split(".");
  const query = new URLSearchParams(route === "qualified" ? { [zoneParameter]: timeZone } : {});
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we support
  document.cookie = formatReceiptCookie(form, receipt, window.location.protocol === "https:");
  if (readReceipt(form) !== receipt) query.set(receiptParameter, receipt);
  return query.size ? `?${query}` : "";
}

export function readSentReference(form: SiteForm): { reference: string; sentAt: Date } | undefined {
  const [reference, _route, time] = readReceipt(form)?.split(".") ?? [];
  return reference && time ? { reference, sentAt: new Date(Number.parseInt(time, 36)) } : undefined;
}

function readReceipt(form: SiteForm): string | undefined {
  const start = `${receiptCookies[form]}=`;
  const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return pair?.slice(start.length);
}

/** Counts each step once, also when the person comes back to a draft. Nothing waits for it, and it may fail. */
function useStepStatistics(form: CountedForm, language: Locale) {
  const reached = useRef<number>(undefined);
  return (at: number, draft: Pick<ReturnType<typeof useDraft>, "read" | "update" | "preparedBy">) => {
    const before = reached.current ?? draft.read()?.reached ?? -1;
    reached.current = Math.max(before, at);
    if (at <= before) return;
    draft.update({ reached: at });
    const door = draft.preparedBy === null ? "script" : "assistant";
    const query = new URLSearchParams({ form, step: formSteps[form][at] ?? "", language, door });
    if (before >= 0) query.set("after", formSteps[form][before] ?? "");
    const options = { credentials: "omit", keepalive: true, priority: "low", referrerPolicy: "no-referrer" } as const;
    // A response that nobody reads would keep its connection busy.
    fetch(`/api${formStepsPath}?${query}`, options)
      .then((response) => response.text())
      .catch(() => {});
  };
}
