import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { assistedByHeader, parseAssistedBy } from "../domain/submissions/hand-off.ts";
import { privacyNoticeVersions } from "../domain/submissions/promises.ts";
import type { ApiRequest } from "./message.ts";

export const submissionHeaders = ["Idempotency-Key", "Privacy-Notice-Version", assistedByHeader] as const;

/**
 * @throws AppError `invalid_input` for a malformed key.
 */
export function readSubmissionHeaders(
  headers: ApiRequest["headers"],
): Pick<RequestContext, "submissionKey" | "noticeVersion" | "assistedBy"> {
  return {
    submissionKey: readKey(headers.get("idempotency-key")),
    noticeVersion: knownNoticeVersion(headers.get("privacy-notice-version")),
    assistedBy: parseAssistedBy(headers.get("assisted-by")),
  };
}

/**
 * The key of draft-ietf-httpapi-idempotency-key-header-07, with or without the draft's quotes. The
 * same key with another submission is a 409 (lib/server/submissions/submit), where the draft suggests 422.
 */
function readKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const key = /^(?:"([\w-]{16,64})"|([\w-]{16,64}))$/.exec(header.trim());
  if (key) return key[1] ?? key[2];
  throw new AppError(
    "invalid_input",
    "The header Idempotency-Key must be sent once, with 16 to 64 letters from A to Z, digits, hyphens and underscores.",
  );
}

/** Only published versions: anything else would be stored as the caller typed it. */
export function knownNoticeVersion(given: string | null | undefined): string | undefined {
  return privacyNoticeVersions.find((version) => version === given);
}
