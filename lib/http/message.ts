import type { Readable } from "node:stream";

/** The parts of a request that handlers read. A web Request has all of them, but our own server avoids creating one. */
export type ApiRequest = Pick<Request, "method" | "url"> & {
  headers: Pick<Headers, "get">;
  body: { getReader: () => Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, "read" | "releaseLock"> } | null;
};

export type ApiHeaders = Record<string, string | string[]>;

export type ApiResponse = {
  status: number;
  headers: ApiHeaders;
  body: string | Uint8Array | Readable | null;
};

export type Handler = (request: ApiRequest) => Promise<ApiResponse>;
