import { notFound } from "next/navigation";
import { requirePageOperator } from "../session.ts";

/** Handles unknown paths of the desk. Checks the session first, so that strangers cannot find out which paths exist. */
export default async function MissingDeskPage() {
  await requirePageOperator();
  notFound();
}
