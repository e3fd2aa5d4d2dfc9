/** The address of a submission's page at the desk; `kind` and `id` may be whatever an address or a form has told. */
export function submissionPath({ kind, id }: { kind?: unknown; id?: unknown }): string {
  return `/admin/inbox/${encodeURIComponent(String(kind))}/${encodeURIComponent(String(id))}`;
}
