"use client";

import { ErrorNotice } from "#components/site/error-notice.tsx";
import texts from "#messages/desk/error.json";

/** Gives no cause: that is in the log. */
export default function DeskError() {
  return (
    <main className="page py-8">
      <ErrorNotice texts={texts} home="/admin/inbox" />
    </main>
  );
}
