import { createRefusedMetadata, RefusedPage, type RefusedProps } from "../../../refused-page.tsx";

const href = "/evaluation/refused";

export const generateMetadata = createRefusedMetadata(href);

export default function EvaluationRefusedPage(props: RefusedProps) {
  return <RefusedPage {...props} href={href} />;
}
