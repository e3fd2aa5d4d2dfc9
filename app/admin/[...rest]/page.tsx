import { notFound } from "next/navigation";
import { requirePageOperator } from "../session.ts";

/** Whatever the desk has no page for: without a session that is not told either. */
export default async function MissingPage() {
  await requirePageOperator();
  notFound();
}
