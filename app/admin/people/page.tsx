import { Desk } from "#components/desk/desk.tsx";
import { ErasePersonForm, ErasureList, PersonSearchForm, PersonSummary } from "#components/desk/people/people.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { onKind } from "#lib/domain/errors.ts";
import { PersonQuery } from "#lib/domain/people/person.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getPerson, listErasures } from "#lib/server/people/get-person.ts";
import type { DeskPageProps } from "../../pages.ts";
import { requirePageAdmin } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("people", (t) => t("title"));

export default async function PeoplePage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("people");
  const admin = await requirePageAdmin();
  const query = await searchParams;
  const ref = PersonQuery.safeParse(query).data;
  const person = ref && (await getPerson(ref, { admin }).catch(onKind("not_found", () => undefined)));
  const isNamed = query.submission !== undefined || query.record !== undefined;
  return (
    <Desk operator={admin} current="people" title={t("title")} intro={t("intro")}>
      {isNamed && !person && <Callout look="danger">{t("erase.not_found")}</Callout>}
      <div className="grid gap-8">
        {ref && person && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <PersonSummary subject={ref} person={person} />
            <ErasePersonForm email={person.email} />
          </div>
        )}
        <PersonSearchForm isPersonShown={Boolean(person)} />
        <ErasureList erasures={await listErasures({ admin })} />
      </div>
    </Desk>
  );
}
