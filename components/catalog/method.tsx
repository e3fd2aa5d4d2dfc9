const looks: Record<string, string> = {
  GET: "bg-success-soft text-success",
  POST: "bg-primary-soft text-primary",
  PUT: "bg-accent-soft text-ink",
  PATCH: "bg-accent-soft text-ink",
  DELETE: "bg-danger-soft text-danger",
};

/** The method of an operation, told by its word as much as by its colour. */
export function Method({ method }: { method: string }) {
  const look = looks[method] ?? "bg-paper text-muted";
  return <span className={`rounded-sm px-2 py-0.5 font-mono text-sm font-semibold ${look}`}>{method}</span>;
}
