import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { parseInboxQuery, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { expandView } from "#lib/server/submissions/inbox/resolve-query.ts";
import { orNotFound } from "../../or-not-found.ts";
import { requirePageOperator } from "../session.ts";
import { type ListParams, renderInbox } from "./inbox-page.tsx";

type Props = { searchParams: Promise<ListParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getDeskText("inbox"))("title") };
}

export default async function InboxPage({ searchParams }: Props) {
  const operator = await requirePageOperator();
  const params = await searchParams;
  const query = parseInboxQuery(params);
  if (query.view) {
    const search = toQuery(await orNotFound(() => expandView(query, { operator })));
    redirect(search.size ? `/admin/inbox?${search}` : "/admin/inbox");
  }
  return renderInbox(params, null, { operator, now: new Date() });
}
