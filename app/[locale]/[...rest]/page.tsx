import { notFound } from "next/navigation";

/** Every address that no page has, so that it is refused in its language. */
export default function UnknownPage() {
  notFound();
}
