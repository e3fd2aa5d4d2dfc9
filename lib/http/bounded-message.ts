import { IncomingMessage } from "node:http";

/** A body may have this many chunks of any size, for slow senders. With more, chunks must average 16 bytes or more. */
const unlimitedChunkCount = 4096;
const bytesPerChunkMin = 16;

const floodCode = "ERR_CHUNK_FLOOD";
export const floodMessage = `The body came in too many chunks: send at least ${bytesPerChunkMin} bytes in each, or its Content-Length.`;

/** Compares the error code, not the class, because the built app has its own copy of this module. */
export function isChunkFlood(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === floodCode;
}

/** Joins the chunks of one event-loop turn. Refuses too many: each chunk costs Node far more time than its bytes. */
export class BoundedMessage extends IncomingMessage {
  #chunkCount = 0;
  #byteCount = 0;
  #queued: Buffer[] = [];
  #queuedBytes = 0;
  #isFlood = false;

  /** @returns false to make the parser stop reading */
  override push(chunk: Buffer | null): boolean {
    if (this.#isFlood) return false;
    if (chunk === null) this.#release();
    if (chunk === null || !this.headers["transfer-encoding"]) return super.push(chunk);
    this.#chunkCount += 1;
    this.#byteCount += chunk.length;
    if (this.#chunkCount > unlimitedChunkCount + this.#byteCount / bytesPerChunkMin) return this.#refuse();
    if (this.#queued.push(chunk) === 1) setImmediate(() => this.#release());
    this.#queuedBytes += chunk.length;
    return this.readableLength + this.#queuedBytes < this.readableHighWaterMark;
  }

  #release(): void {
    if (this.#queuedBytes && !this.destroyed) super.push(Buffer.concat(this.#queued));
    this.#queued = [];
    this.#queuedBytes = 0;
  }

  #refuse(): false {
    this.#isFlood = true;
    this.#queued = [];
    this.destroy(Object.assign(new Error(floodMessage), { code: floodCode }));
    return false;
  }

  /** Keeps the connection open for the response. Without a listener, an error event would end the process. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#isFlood) callback(this.listenerCount("error") ? error : null);
    else super._destroy(error, callback);
  }
}
