import type { Metadata } from "next";
import texts from "#messages/desk/error.json";
import DeskError from "../admin/error.tsx";

export const metadata: Metadata = { title: texts.title };

/** Sent by lib/http/front/error-pages with a 500, for a page of the desk. */
export default function DeskErrorPage() {
  return <DeskError />;
}
