import type { Metadata } from "next";
import { Desk } from "#components/desk/desk.tsx";
import { Done } from "#components/desk/done.tsx";
import { EraseForm } from "#components/desk/people/erase-form.tsx";
import { Erasures } from "#components/desk/people/erasures.tsx";
import { FindForm } from "#components/desk/people/find-form.tsx";
import { Held } from "#components/desk/people/held.tsx";
import { Problem } from "#components/desk/problem.tsx";
import type { Admin } from "#lib/domain/desk/operator.ts";
import { AppError } from "#lib/domain/errors.ts";
import { PersonRef } from "#lib/domain/people/person.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { getPerson, listErasures } from "#lib/server/people/get-person.ts";
import { requirePageAdmin } from "../session.ts";

type Params = Record<"submission" | "problem" | "form" | "erased", string | string[] | undefined>;
type Props = { searchParams: Promise<Partial<Params>> };

const t = adminText("people");

export const metadata: Metadata = { title: t("title") };

export default async function PeoplePage({ searchParams }: Props) {
  const operator = await requirePageAdmin();
  const { submission: given, problem, form, erased } = await searchParams;
  const submission = PersonRef.safeParse(given).data;
  const person = submission && (await find(operator, submission));
  const isGone = given !== undefined && !person;
  return (
    <Desk operator={operator} current="people">
      <h1 className="mb-2 text-2xl">{t("title")}</h1>
      <p className="mb-6 text-muted">{t("intro")}</p>
      <Problem
        kind={problem ?? (isGone ? "not_found" : undefined)}
        texts={{
          invalid_input: t(person ? "erase.invalid_input" : "erase.invalid_input_find"),
          not_found: t("erase.not_found"),
        }}
      />
      {erased !== undefined && problem === undefined && <Done>{t("erase.done")}</Done>}
      <div className="grid gap-8">
        {submission && person ? (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Held submission={submission} person={person} />
            <EraseForm person={{ email: person.email, submission }} />
          </div>
        ) : (
          // Whoever has typed an address that only others mention gets the form again with what was wrong.
          (problem === "not_found" || form === "erase") && <EraseForm />
        )}
        <FindForm />
        <Erasures erasures={await listErasures({ admin: operator })} />
      </div>
    </Desk>
  );
}

/** Whoever has been erased meanwhile is nobody. */
async function find(admin: Admin, submission: SubmissionRef) {
  return getPerson(submission, { admin }).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") return undefined;
    throw error;
  });
}
