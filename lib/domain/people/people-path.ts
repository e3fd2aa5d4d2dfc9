import type { SubmissionRef } from "../submissions/submission-ref.ts";
import { toPersonRef } from "./person.ts";

const peoplePath = "/admin/people";

/** The page of people; of one of them, by a submission: an address of the web never holds one of a person. */
export function pathOfPeople(submission?: SubmissionRef): string {
  return submission ? `${peoplePath}?submission=${toPersonRef(submission)}` : peoplePath;
}

/** The page that a form came from; `submission` is whatever it has told. */
export function pathBackToPeople({ submission }: { submission?: unknown }): string {
  return typeof submission === "string" && submission !== ""
    ? `${peoplePath}?submission=${encodeURIComponent(submission)}`
    : peoplePath;
}
