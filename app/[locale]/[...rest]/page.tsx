import { notFound } from "next/navigation";

/** Unknown addresses, for a not-found page in their language. */
export default function UnknownPage() {
  notFound();
}
