import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { withoutForgedAddress } from "./next-router.ts";

/** Adapts a handler for a route file, which is needed when Next's router runs without our own server. */
export function toRoute(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => toResponse(await handler(withoutCodings(withoutForgedAddress(request))));
}

/** Hides Accept-Encoding, because Next compresses responses itself and drops our Content-Encoding header. */
function withoutCodings(request: ApiRequest): ApiRequest {
  const get = (name: string) => (name.toLowerCase() === "accept-encoding" ? null : request.headers.get(name));
  return { method: request.method, url: request.url, headers: { get }, body: request.body };
}

export function toResponse({ status, headers, body }: ApiResponse): Response {
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new Response(body instanceof Uint8Array ? Buffer.from(body) : body, { status, headers: pairs });
}
