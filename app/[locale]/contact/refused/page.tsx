import { createRefusedMetadata, RefusedPage, type RefusedProps } from "../../../refused-page.tsx";

const href = "/contact/refused";

export const generateMetadata = createRefusedMetadata(href);

export default function ContactRefusedPage(props: RefusedProps) {
  return <RefusedPage {...props} href={href} />;
}
