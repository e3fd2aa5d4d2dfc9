import { createRefusedMetadata } from "../../../create-metadata.ts";
import type { SitePageProps } from "../../../page-props.ts";
import { RefusedPage } from "../../../refused-page.tsx";

const href = "/contact/refused";

export const generateMetadata = createRefusedMetadata(href, "refused.title");

export default function ContactRefusedPage(props: SitePageProps) {
  return <RefusedPage {...props} href={href} />;
}
