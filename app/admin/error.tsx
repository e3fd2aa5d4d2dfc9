"use client";

import { DeskErrorNotice } from "#components/admin/error-notice.tsx";

export default function AdminError() {
  return <DeskErrorNotice />;
}
