import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { privacyNoticeVersions } from "../domain/submissions/promises.ts";

/** Request headers of a submission beside the ordinary ones. */
export const submissionHeaders = ["Idempotency-Key", "Privacy-Notice-Version"] as const;

/**
 * What the headers of a submission say of it.
 * @throws AppError `invalid_input` when there is a key that is none.
 */
export function readSubmissionHeaders(headers: Headers): Pick<RequestContext, "submissionKey" | "noticeVersion"> {
  return {
    submissionKey: readKey(headers.get("idempotency-key")),
    noticeVersion: knownNoticeVersion(headers.get("privacy-notice-version")),
  };
}

/**
 * The key of draft-ietf-httpapi-idempotency-key-header-07, which writes it in quotes; most clients leave them out. The
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

/** A version that was published, or none: what else it says would only be a caller's words. */
export function knownNoticeVersion(given: string | null | undefined): string | undefined {
  return privacyNoticeVersions.find((version) => version === given);
}
