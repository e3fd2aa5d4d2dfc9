import { Desk } from "#components/desk/desk.tsx";
import { Endpoints } from "#components/desk/webhooks/endpoints.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listEndpoints } from "#lib/server/webhooks/endpoints.ts";
import type { DeskPageProps } from "../../pages.ts";
import { requirePageAdmin } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("webhooks", (t) => t("title"));

export default async function WebhooksPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("webhooks");
  const admin = await requirePageAdmin();
  const { edit } = await searchParams;
  const endpoints = await listEndpoints({ admin });
  const endpoint = endpoints.find(({ id }) => id === edit) ?? null;
  return (
    <Desk operator={admin} current="webhooks" title={t("title")} intro={t("intro")}>
      <Endpoints endpoints={endpoints} endpoint={endpoint} />
    </Desk>
  );
}
