import { redirect } from "next/navigation";
import { parseInboxQuery, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { getDeskMetadata } from "#lib/i18n/get-desk-text.ts";
import { expandView } from "#lib/server/submissions/inbox/resolve-query.ts";
import { type DeskPageProps, orNotFound } from "../../pages.ts";
import { requirePageOperator } from "../session.ts";
import { renderInbox } from "./inbox-page.tsx";

export const generateMetadata = () => getDeskMetadata("inbox", (t) => t("title"));

export default async function DeskInboxPage({ searchParams }: DeskPageProps) {
  const operator = await requirePageOperator();
  const params = await searchParams;
  const query = parseInboxQuery(params);
  if (query.view) {
    const search = toQuery(await orNotFound(() => expandView(query, { operator })));
    redirect(search.size ? `/admin/inbox?${search}` : "/admin/inbox");
  }
  return renderInbox(params, null, { operator, now: new Date() });
}
