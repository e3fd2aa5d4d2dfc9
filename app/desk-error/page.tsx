import type { Metadata } from "next";
import { DeskErrorNotice } from "#components/desk/error-notice.tsx";
import texts from "#messages/desk/error.json";

export const metadata: Metadata = { title: texts.title };

/** What lib/http/front/error-pages sends for a page of the desk with a 500. */
export default function DeskErrorPage() {
  return <DeskErrorNotice />;
}
