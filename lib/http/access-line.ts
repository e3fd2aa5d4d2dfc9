import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parsePicturePath } from "../domain/picture.ts";
import { findPageAddress } from "../i18n/paths.ts";
import { findPageOfMarkdownPath } from "../i18n/twins.ts";
import { env } from "../server/env.ts";
import { log } from "../server/log.ts";
import { publishRequest, readRequestId, roundDuration } from "./exchange.ts";

/** URL patterns of the desk's pages. A test compares them with app/admin. */
export const deskPatterns = [
  "/admin",
  "/admin/account",
  "/admin/assignment",
  "/admin/audit",
  "/admin/blocked",
  "/admin/catalog",
  "/admin/catalog/import",
  "/admin/catalog/new",
  "/admin/catalog/[slug]",
  "/admin/catalog/[slug]/document",
  "/admin/catalog/[slug]/history",
  "/admin/catalog/[slug]/preview",
  "/admin/forbidden",
  "/admin/inbox",
  "/admin/inbox/[kind]/[id]",
  "/admin/invitation/[token]",
  "/admin/mail",
  "/admin/keys",
  "/admin/operators",
  "/admin/overview",
  "/admin/people",
  "/admin/second-factor",
  "/admin/second-factor/set-up",
  "/admin/sign-in",
  "/admin/site",
  "/admin/site/history",
  "/admin/site/preview",
  "/admin/templates",
  "/admin/webhooks",
  "/admin/webhooks/[id]",
];

const deskPages = deskPatterns.map((pattern) => ({
  pattern,
  expression: new RegExp(`^${pattern.replaceAll(/\[\w+\]/g, "[^/]+")}/?$`),
}));

/** Hides personal data and secrets in paths. Build files become "/_next", paths that match no page "unknown". */
export function toPathPattern(path: string): string {
  if (path.startsWith("/_next/")) return "/_next";
  if (parsePicturePath(path)) return "/pictures/[file]";
  if (path.startsWith("/admin")) return deskPages.find(({ expression }) => expression.test(path))?.pattern ?? "unknown";
  const address = findPageAddress(findPageOfMarkdownPath(path) ?? path);
  if (!address) return path === "/" ? "/" : "unknown";
  return address.name === "/" ? "/[locale]" : `/[locale]${address.name}`;
}

/** Requests for build files are logged only when they fail. */
export function logPage(request: IncomingMessage, response: ServerResponse, note: { isLogged: boolean }): void {
  const startedAt = performance.now();
  const { method, url = "", headers, socket } = request;
  const write = () => {
    if (note.isLogged || socket.localPort === env().METRICS_PORT) return;
    const operation = toPathPattern(url.split("?", 1)[0] ?? "");
    const status = response.statusCode;
    const milliseconds = performance.now() - startedAt;
    publishRequest({ operation, status, milliseconds });
    if (operation === "/_next" && status < 400) return;
    const line = {
      operation,
      method,
      status,
      durationMs: roundDuration(milliseconds),
      requestId: readRequestId(headers["x-request-id"]?.toString()),
      ...(response.writableFinished ? {} : { isAborted: true }),
    };
    if (status < 500) log().info(line);
    else log().error(line);
  };
  response.once("close", AsyncResource.bind(write));
}
