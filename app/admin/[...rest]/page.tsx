import { notFound } from "next/navigation";
import { requirePageOperator } from "../session.ts";

/** Unknown paths of the desk. Without a session, even a 404 is not revealed. */
export default async function MissingPage() {
  await requirePageOperator();
  notFound();
}
