import { notFound } from "next/navigation";

/** Shows the not-found page for unknown paths, in their language. */
export default function UnknownPage() {
  notFound();
}
