"use client";

import { DeskErrorNotice } from "#components/desk/error-notice.tsx";

export default function AdminError() {
  return <DeskErrorNotice />;
}
