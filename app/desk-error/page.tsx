import type { Metadata } from "next";
import { DeskErrorNotice } from "#components/admin/error-notice.tsx";
import texts from "#messages/admin/error.json";

export const metadata: Metadata = { title: texts.title };

/** What lib/http/pages/error-pages sends for a page of the desk with a 500. */
export default function DeskErrorPage() {
  return <DeskErrorNotice />;
}
