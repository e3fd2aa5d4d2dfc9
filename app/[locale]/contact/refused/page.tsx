import { createRefusedMetadata, type SitePageProps } from "../../../pages.ts";
import { RefusedPage } from "../../../refused-page.tsx";

const href = "/contact/refused";

export const generateMetadata = createRefusedMetadata(href, "refused.title");

export default function ContactRefusedPage(props: SitePageProps) {
  return <RefusedPage {...props} href={href} />;
}
