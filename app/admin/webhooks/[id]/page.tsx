import { notFound } from "next/navigation";
import { Desk } from "#components/desk/desk.tsx";
import { DeliveryLog } from "#components/desk/webhooks/delivery-log.tsx";
import { webhooksPath } from "#lib/domain/webhooks/endpoint.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listDeliveries, listEndpoints } from "#lib/server/webhooks/endpoints.ts";
import type { DeskPageProps } from "../../../pages.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("webhooks", (t) => t("log"));

export default async function WebhookLogPage({ params }: DeskPageProps<{ id: string }>) {
  const t = await getDeskText("webhooks");
  const admin = await requirePageAdmin();
  const { id } = await params;
  const endpoint = (await listEndpoints({ admin })).find((each) => each.id === id);
  if (!endpoint) notFound();
  return (
    <Desk
      operator={admin}
      current="webhooks"
      back={{ href: webhooksPath, text: t("back") }}
      title={endpoint.name}
      intro={t("logIntro")}
    >
      <DeliveryLog endpoint={endpoint} deliveries={await listDeliveries(id, { admin })} />
    </Desk>
  );
}
