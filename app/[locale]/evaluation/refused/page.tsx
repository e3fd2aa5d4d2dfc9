import { createRefusedMetadata, type SitePageProps } from "../../../pages.ts";
import { RefusedPage } from "../../../refused-page.tsx";

const href = "/evaluation/refused";

export const generateMetadata = createRefusedMetadata(href, "refused.title");

export default function EvaluationRefusedPage(props: SitePageProps) {
  return <RefusedPage {...props} href={href} />;
}
