"use client";

import { useEffect } from "react";
import { ErrorSummary, type SummaryItem } from "#components/forms/error-summary.tsx";

type Props = { title: string; items: SummaryItem[] };

/** What was refused, read out first. */
export function FaultSummary({ title, items }: Props) {
  useEffect(() => document.getElementById("error-summary")?.focus(), []);
  return <ErrorSummary title={title} items={items} />;
}
