import { redirect } from "next/navigation";
import { deskPath, requireOperator } from "#lib/server/auth/require-operator.ts";

export default async function AdminPage() {
  await requireOperator();
  redirect(deskPath);
}
