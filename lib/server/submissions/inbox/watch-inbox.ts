import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { formatPosition, type LiveMessage, parsePosition } from "../../../domain/submissions/inbox/inbox-page.ts";
import { listValidSessions } from "../../access/sessions.ts";
import { describeError, log } from "../../log.ts";
import { isStopping, oncePerProcess, onStopping } from "../../process.ts";
import { ChangeReader, listChangesSince } from "./inbox-changes.ts";

const pollMilliseconds = 1_000;
const beatMilliseconds = 15_000;
/** Maximum number of live streams. Every operator may have one even beyond these limits. */
const readersMax = { ofProcess: 500, ofOperator: 30 };

/** `position`: where to resume once this event and all events before it were received. */
export type LiveEvent = { message: LiveMessage; position?: string };

type Reader = { operator: Operator; take: (events: LiveEvent[]) => void; end: () => void; beatAt: number };

/** Polls the database once for all tabs that this process serves, which works with every pooler. */
class InboxWatch {
  readonly readers = new Set<Reader>();
  #changes: Promise<ChangeReader> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  async add(reader: Reader): Promise<ChangeReader> {
    this.readers.add(reader);
    try {
      this.#changes ??= ChangeReader.open(Date.now());
      const changes = await this.#changes;
      this.#timer ??= this.#planPoll(pollMilliseconds);
      return changes;
    } catch (error) {
      this.#changes = undefined;
      this.remove(reader);
      throw error;
    }
  }

  remove(reader: Reader): void {
    this.readers.delete(reader);
    if (this.readers.size) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changes = undefined;
  }

  endAll(): void {
    for (const reader of [...this.readers]) endReader(reader, "stopping");
  }

  #planPoll(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), milliseconds).unref();
  }

  async #poll(): Promise<void> {
    const changes = this.#changes;
    let isMore = false;
    try {
      const reader = await changes;
      if (reader) isMore = await this.#broadcast(reader);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        log().warn({ error: describeError(error) }, "the desk's tabs cannot be notified of changes");
      this.#isFailing = true;
    }
    // During this poll, all readers may have left, and others may have started a new poll.
    if (this.readers.size && changes === this.#changes) this.#timer = this.#planPoll(isMore ? 0 : pollMilliseconds);
  }

  async #broadcast(changes: ChangeReader): Promise<boolean> {
    const now = Date.now();
    // Checked before taking the changes, so that a failure loses none. New readers have just passed this check.
    const asked = new Set(this.readers);
    const sessions = await listValidSessions([...asked].map(({ operator }) => operator.sessionId));
    const { messages, isMore } = await changes.read(now);
    const position = formatPosition(changes.position);
    const events = messages.map((message, at) => (at === messages.length - 1 ? { message, position } : { message }));
    for (const reader of [...this.readers]) {
      if (asked.has(reader) && !sessions.has(reader.operator.sessionId)) {
        endReader(reader, "session");
        continue;
      }
      if (events.length) reader.take(events);
      if (now - reader.beatAt < beatMilliseconds) continue;
      reader.beatAt = now;
      reader.take([{ message: { type: "beat" }, position }]);
    }
    return isMore;
  }
}

function endReader(reader: Reader, reason: "session" | "stopping"): void {
  reader.take([{ message: { type: "ended", reason } }]);
  reader.end();
}

function getWatch(): InboxWatch {
  return oncePerProcess("inbox-watch", () => {
    const watch = new InboxWatch();
    onStopping(() => watch.endAll());
    return watch;
  });
}

/**
 * Sends changes until the session ends, the process stops or the caller closes the stream. Begins with the changes
 * since `after`, some perhaps twice, or with `reload` if that position is unknown.
 * @returns a function that closes the stream
 * @throws AppError `unavailable`, also while the process stops and when there are too many readers
 */
export async function watchInbox(
  after: string | null | undefined,
  { operator, take, end }: { operator: Operator; take: (events: LiveEvent[]) => void; end: () => void },
): Promise<() => void> {
  const watch = getWatch();
  requireFreeStream(watch, operator);
  // Sends missed changes first: a client that has got a newer one would resume from it and never get them.
  let waiting: LiveEvent[] | undefined = [];
  const close = () => watch.remove(reader);
  const reader: Reader = {
    operator,
    take: (events) => (waiting ? waiting.push(...events) : take(events)),
    end: () => {
      close();
      end();
    },
    beatAt: Date.now(),
  };
  const changes = await watch.add(reader);
  try {
    const position = formatPosition(changes.position);
    const known = parsePosition(after);
    const missed: LiveMessage[] = (known && (await listChangesSince(known))) ?? [{ type: "reload" }];
    take([...missed.map((message) => ({ message })), { message: { type: "beat" }, position }, ...waiting]);
    waiting = undefined;
    return close;
  } catch (error) {
    close();
    throw error;
  }
}

function requireFreeStream({ readers }: InboxWatch, { id }: Operator): void {
  const own = [...readers].filter(({ operator }) => operator.id === id).length;
  const hasRoom = own === 0 || (readers.size < readersMax.ofProcess && own < readersMax.ofOperator);
  if (!isStopping() && hasRoom) return;
  throw new AppError("unavailable", "There are too many open tabs.", { retryAfterSeconds: 10 });
}
