import { notFound } from "next/navigation";

/** Catches unknown paths, to show the not-found page in their language. */
export default function UnknownPage() {
  notFound();
}
