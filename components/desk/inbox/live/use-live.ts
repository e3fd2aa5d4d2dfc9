"use client";

import { useEffect, useRef } from "react";
import { type LiveMessage, liveOperations, parseLiveMessage } from "#lib/domain/submissions/inbox/live.ts";

/** A hidden tab lets its connection go: browsers have few for one site. */
const hiddenMilliseconds = 30_000;
/** The service sends something every fifteen seconds. */
const silenceMilliseconds = 45_000;
const batchMilliseconds = 150;
const waitMilliseconds = { first: 1_000, max: 8_000 };

/**
 * Delivers changes of submissions as they happen, in batches. After a cut or while the tab was hidden, it goes on where
 * it was; `reload` comes first, and whenever too much was missed.
 */
export function useLive(onMessages: (messages: LiveMessage[]) => void): void {
  const listener = useRef(onMessages);
  listener.current = onMessages;
  useEffect(() => {
    const connection = new Connection((messages) => listener.current(messages));
    const change = () => (document.hidden ? connection.closeSoon() : connection.open());
    change();
    document.addEventListener("visibilitychange", change);
    window.addEventListener("online", change);
    return () => {
      document.removeEventListener("visibilitychange", change);
      window.removeEventListener("online", change);
      connection.end();
    };
  }, []);
}

type Timer = "close" | "again" | "silence" | "batch";

class Connection {
  readonly #deliver: (messages: LiveMessage[]) => void;
  #source: EventSource | undefined;
  #position: string | undefined;
  #waiting: LiveMessage[] = [];
  #failures = 0;
  #isEnded = false;
  readonly #timers: Record<Timer, number> = { close: 0, again: 0, silence: 0, batch: 0 };

  constructor(deliver: (messages: LiveMessage[]) => void) {
    this.#deliver = deliver;
  }

  open(): void {
    window.clearTimeout(this.#timers.close);
    if (this.#source || this.#isEnded) return;
    window.clearTimeout(this.#timers.again);
    const after = this.#position === undefined ? "" : `?after=${encodeURIComponent(this.#position)}`;
    const source = new EventSource(`/api${liveOperations.watchInbox.path}${after}`);
    this.#source = source;
    source.onmessage = ({ data, lastEventId }) => this.#take(String(data), lastEventId);
    // What the browser would do by itself stops for good at a refusal.
    source.onerror = () => this.#openLater();
    this.#expectWord();
  }

  closeSoon(): void {
    this.#start("close", () => this.#close(), hiddenMilliseconds);
  }

  end(): void {
    this.#isEnded = true;
    this.#close();
    for (const timer of Object.values(this.#timers)) window.clearTimeout(timer);
  }

  #take(data: string, position: string): void {
    const message = parseLiveMessage(data);
    this.#failures = 0;
    this.#expectWord();
    // Of an event without a number, browsers give the one before.
    if (position) this.#position = position;
    if (message?.type === "ended") {
      if (message.reason === "session") this.end();
      else this.#openLater();
    } else if (message && message.type !== "beat") {
      this.#waiting.push(message);
      if (this.#waiting.length > 1) return;
      this.#start("batch", () => this.#deliver(this.#waiting.splice(0)), batchMilliseconds);
    }
  }

  #expectWord(): void {
    this.#start("silence", () => this.#openLater(), silenceMilliseconds);
  }

  #openLater(): void {
    this.#close();
    const most = Math.min(waitMilliseconds.max, waitMilliseconds.first * 2 ** this.#failures++);
    // Not all tabs at once after a restart.
    this.#start("again", () => !document.hidden && this.open(), most * (0.5 + Math.random() / 2));
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    window.clearTimeout(this.#timers.silence);
    window.clearTimeout(this.#timers.again);
  }

  #start(name: Timer, run: () => unknown, milliseconds: number): void {
    window.clearTimeout(this.#timers[name]);
    this.#timers[name] = window.setTimeout(run, milliseconds);
  }
}
