import { notFound } from "next/navigation";
import { requirePageOperator } from "../session.ts";

/** Unknown addresses of the desk. Without a session even that is not revealed. */
export default async function MissingPage() {
  await requirePageOperator();
  notFound();
}
