"use client";

import { useCallback, useEffect, useInsertionEffect, useRef, useState } from "react";
import { type FieldErrors, type Resolver, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { type CallOutcome, submit } from "#lib/contract/client.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { JsonObject } from "#lib/domain/json.ts";
import { type FieldFault, fieldFaultsOf } from "#lib/domain/submissions/field-faults.ts";
import { privacyNoticeVersion } from "#lib/domain/submissions/privacy-notice.ts";
import { type Draft, deleteDraft, type FormName, readDraft, writeDraft } from "./draft.ts";
import { readOutcome } from "./outcome-store.ts";

export type Values = Record<string, string>;
/** What stands in the way of sending, when it is no field's. */
export type Problem = Exclude<CallOutcome<unknown>, { kind: "done" } | { kind: "refused" }> | { kind: "refused" };

type Setup<Result> = {
  form: FormName;
  operation: Operation<z.ZodMiniType, z.ZodMiniType<Result>>;
  /** The names of all fields, in the order of the form. */
  fields: readonly string[];
  /** The request body of what was typed. */
  toBody: (values: Values) => JsonObject;
  textOf: (fault: FieldFault) => string;
  onDone: (result: Result, values: Values) => void;
};

/** A form of an operation of the API: its draft, its faults by the operation's own schema, and its sending. */
export function useLeadForm<Result>({ form, operation, fields, toBody, textOf, onDone }: Setup<Result>) {
  /** In the order of the form. */
  const mendable = (faults: FieldFault[]) => fields.flatMap((name) => faults.filter(({ field }) => field === name));
  const resolver: Resolver<Values> = (values) => {
    const body = toBody(values);
    const parsed = operation.input.safeParse(body);
    // What no field of the form can mend is the service's to refuse.
    const faults = parsed.success ? [] : mendable(fieldFaultsOf(parsed.error, body));
    return faults.length ? { values: {}, errors: errorsOf(faults, textOf) } : { values, errors: {} };
  };
  const { register, trigger, setError, setValue, getValues, getFieldState, reset, subscribe, formState } =
    useForm<Values>({
      resolver,
      shouldFocusError: false,
    });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isUnderWay = useRef(false);
  const draft = useDraft(form, fields, { getValues, reset, subscribe });

  const send = async (): Promise<FieldFault[]> => {
    // A second click or Enter comes before the button is shown as busy.
    if (isUnderWay.current) return [];
    isUnderWay.current = true;
    setIsSending(true);
    setProblem(null);
    const { key: submissionKey, body } = await draft.toAttempt(toBody(getValues()));
    const outcome = await submit(operation, body, { submissionKey, noticeVersion: privacyNoticeVersion });
    if (outcome.kind === "done") {
      const values = getValues();
      draft.end();
      onDone(outcome.result, values);
      return [];
    }
    isUnderWay.current = false;
    setIsSending(false);
    const faults = outcome.kind === "refused" ? mendable(outcome.faults) : [];
    for (const fault of faults) setError(fault.field, { type: fault.rule, message: textOf(fault) });
    if (!faults.length) setProblem(outcome.kind === "refused" ? { kind: "refused" } : outcome);
    return faults;
  };

  /** Empties the form and deletes its draft. */
  const clear = () => {
    draft.clear();
    setProblem(null);
    reset(emptied(fields));
  };

  /** A field's properties: an error is looked at again with each change, so that it goes as soon as it is mended. */
  const field = (name: string) => register(name, { onChange: () => formState.errors[name] && trigger(name) });

  return {
    ...{ field, trigger, setValue, getValues, problem, isSending, send, clear, draft },
    errors: formState.errors,
    /** As of now, before the next rendering too. */
    hasError: (name: string) => getFieldState(name).invalid,
  };
}

function errorsOf(faults: FieldFault[], textOf: (fault: FieldFault) => string): FieldErrors<Values> {
  return Object.fromEntries(faults.map((fault) => [fault.field, { type: fault.rule, message: textOf(fault) }]));
}

type Form = Pick<ReturnType<typeof useForm<Values>>, "getValues" | "reset" | "subscribe">;

function useDraft(form: FormName, fields: readonly string[], { getValues, reset, subscribe }: Form) {
  const current = useRef<Draft>({ values: {}, step: 0 });
  const typedBefore = useRef<Values>({});
  const [isReady, setIsReady] = useState(false);
  const [isKept, setIsKept] = useState(true);
  const hasEnded = useRef(false);

  const save = useCallback(() => {
    if (hasEnded.current) return;
    const values = Object.fromEntries(
      fields.map((name) => [name, getValues(name) ?? ""]).filter(([, value]) => value !== ""),
    );
    if (JSON.stringify(values) !== JSON.stringify(current.current.values)) {
      Object.assign(current.current, { changedAt: Date.now(), sentBefore: readOutcome(form)?.id });
    }
    current.current.values = values;
    setIsKept(Object.keys(values).length ? writeDraft(form, current.current) : deleteDraft(form));
  }, [form, fields, getValues]);

  // Before the form library sees the controls: of radios that were chosen from by hand it keeps the first alone.
  useInsertionEffect(() => {
    typedBefore.current = typedInto(form, fields);
  }, [form, fields]);

  useEffect(() => {
    const stored = unsentDraft(form);
    if (stored) current.current = stored;
    // What was typed before the script arrived, or put back by the browser, is the newest; but not what has been sent.
    const isSent = !stored && isReturn() && readOutcome(form) !== null;
    reset(isSent ? emptied(fields) : { ...stored?.values, ...typedBefore.current, ...typedInto(form, fields) });
    save();
    setIsReady(true);
    return subscribe({ formState: { values: true }, callback: save });
  }, [form, fields, reset, subscribe, save]);

  useEffect(() => {
    // The browser has kept the page as it was when it was sent.
    const renew = (event: PageTransitionEvent) => event.persisted && hasEnded.current && window.location.reload();
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);

  return {
    /** The draft has been read: the script has taken over. */
    isReady,
    isKept,
    /** The step of the draft; null when there is none. */
    step: () => (Object.keys(current.current.values).length ? current.current.step : null),
    setStep: (step: number) => {
      current.current.step = step;
      save();
    },
    /**
     * What to send, and its key. While nothing typed has changed, the last attempt is repeated as it was, across reloads
     * and languages too: the service would refuse its key with any other body.
     */
    toAttempt: async (body: JsonObject) => {
      const last = current.current.attempt;
      const attempt =
        last && typed(last.body) === typed(body) ? last : { key: await newKey(JSON.stringify(body)), body };
      current.current.attempt = attempt;
      save();
      return attempt;
    },
    clear: () => {
      current.current = { values: {}, step: 0 };
      deleteDraft(form);
    },
    /** Sent: nothing of it stays, and nothing more is kept. */
    end: () => {
      hasEnded.current = true;
      deleteDraft(form);
    },
  };
}

const emptied = (fields: readonly string[]): Values => Object.fromEntries(fields.map((name) => [name, ""]));

/** This page has been loaded by Back, Forward or a reload. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

/** The draft, unless it has been sent since it was last changed: before the script had come, the page did so itself. */
function unsentDraft(form: FormName): Draft | null {
  const stored = readDraft(form);
  const sent = readOutcome(form)?.id;
  if (!stored || sent === undefined || sent === stored.sentBefore) return stored;
  deleteDraft(form);
  return null;
}

/** The part of a body that the person typed, as text to compare. */
function typed({ language: _, sourcePage: _1, utm: _2, landingPage: _3, referrer: _4, ...rest }: JsonObject): string {
  return JSON.stringify(rest);
}

function typedInto(form: FormName, fields: readonly string[]): Values {
  const element = document.getElementById(form);
  if (!(element instanceof HTMLFormElement)) return {};
  const typed = new FormData(element);
  return Object.fromEntries(fields.map((name) => [name, String(typed.get(name) ?? "")]).filter(([, value]) => value));
}

/**
 * The same for the same body on the same day (UTC), so that what the browser has filled in again is stored once, also
 * where nothing may be kept. Without https there is no digest: then it is random.
 */
async function newKey(body: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const bytes = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${day} ${body}`)))
    : crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
