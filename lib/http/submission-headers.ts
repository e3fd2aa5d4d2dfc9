import { submissionKeyPattern, submissionKeyQuery } from "../contract/headers.ts";
import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { findNoticeVersion } from "../domain/submissions/core/promises.ts";
import { honeypotHeader } from "../domain/submissions/intake/form-body.ts";
import { assistedByHeader, parseAssistedBy } from "../domain/submissions/intake/hand-off.ts";
import type { ApiRequest } from "./message.ts";
import { readParams } from "./path.ts";

export const submissionHeaders = ["Idempotency-Key", "Privacy-Notice-Version", assistedByHeader] as const;

/** @throws AppError `invalid_input` for a malformed key, or for two different keys */
export function readSubmissionOptions({
  headers,
  url,
}: Pick<ApiRequest, "headers" | "url">): Pick<
  RequestContext,
  "submissionKey" | "noticeVersion" | "assistedBy" | "isHoneypotFilled"
> {
  const { name } = submissionKeyQuery;
  const ofHeader = readIdempotencyKey(headers.get("idempotency-key"));
  const ofQuery = url.includes(name) ? readQueryKey(readParams(url).getAll(name)) : undefined;
  if (ofHeader && ofQuery && ofHeader !== ofQuery) {
    throw new AppError(
      "invalid_input",
      `The header Idempotency-Key and the query parameter ${name} differ: send one of them, or the same value in both.`,
    );
  }
  return {
    submissionKey: ofHeader ?? ofQuery,
    noticeVersion: findNoticeVersion(headers.get("privacy-notice-version")),
    assistedBy: parseAssistedBy(headers.get("assisted-by")),
    isHoneypotFilled: headers.get(honeypotHeader) === "true",
  };
}

/**
 * Follows draft-ietf-httpapi-idempotency-key-header-07, but quotes are optional. Reuse for another submission is a 409
 * (lib/server/submissions/intake/submit), not the draft's 422. Ignores an empty header, which generated clients send.
 */
function readIdempotencyKey(header: string | null): string | undefined {
  const sent = header?.trim();
  if (!sent) return undefined;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  if (submissionKeyPattern.test(key)) return key;
  throw createMalformedError("header Idempotency-Key");
}

function readQueryKey([key = "", ...more]: string[]): string | undefined {
  if (!key && !more.length) return undefined;
  if (submissionKeyPattern.test(key) && !more.length) return key;
  throw createMalformedError(`query parameter ${submissionKeyQuery.name}`);
}

function createMalformedError(place: string): AppError {
  const rule = "must be sent once, with 16 to 64 letters from A to Z, digits, hyphens and underscores";
  return new AppError("invalid_input", `The ${place} ${rule}.`);
}
