import type { Metadata } from "next";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { requirePageOperator } from "../session.ts";
import { type ListParams, renderInbox } from "./inbox-page.tsx";

type Props = { searchParams: Promise<ListParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getDeskText("inbox"))("title") };
}

export default async function InboxPage({ searchParams }: Props) {
  const operator = await requirePageOperator();
  return renderInbox(await searchParams, null, { operator, now: new Date() });
}
