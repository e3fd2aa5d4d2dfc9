"use client";

import { useEffect, useRef } from "react";
import { type LiveMessage, liveOperations, parseLiveMessage } from "#lib/domain/submissions/inbox/live.ts";

/** A tab that is hidden for this long closes its connection, because browsers limit connections per site. */
const hiddenMilliseconds = 30_000;
/** Silence after which the connection counts as lost. The service sends at least one message every fifteen seconds. */
const silenceMaxMilliseconds = 45_000;
const batchMilliseconds = 150;
const waitMilliseconds = { first: 1_000, max: 8_000 };

/** Resumes at its position after a disconnect. Delivers `reload` first, and again whenever too much was missed. */
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
    // The browser's own reconnect stops for good when the server refuses.
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
    // For an event without an id, browsers report the previous id.
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
    this.#start("silence", () => this.#openLater(), silenceMaxMilliseconds);
  }

  #openLater(): void {
    this.#close();
    const most = Math.min(waitMilliseconds.max, waitMilliseconds.first * 2 ** this.#failures++);
    // Spread the reconnects of all tabs after a restart.
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
