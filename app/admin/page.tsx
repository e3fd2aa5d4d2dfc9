import { redirect } from "next/navigation";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { requirePageOperator } from "./session.ts";

export default async function AdminPage() {
  await requirePageOperator();
  redirect(deskPath);
}
