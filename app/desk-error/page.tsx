import type { Metadata } from "next";
import { DeskErrorNotice } from "#components/desk/error-notice.tsx";
import texts from "#messages/desk/error.json";

export const metadata: Metadata = { title: texts.title };

/** Sent by lib/http/front/error-pages with a 500, for a page of the desk. */
export default function DeskErrorPage() {
  return <DeskErrorNotice />;
}
