import { notFound } from "next/navigation";
import { requireOperator } from "#lib/server/auth/require-operator.ts";

/** Whatever the desk has no page for: without a session that is not told either. */
export default async function MissingPage() {
  await requireOperator();
  notFound();
}
