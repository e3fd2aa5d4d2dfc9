import type { ImportFault } from "#lib/http/catalog/import-forms.ts";

const faults: Record<ImportFault, true> = {
  nothing: true,
  json: true,
  yaml: true,
  object: true,
  version: true,
  no_title: true,
  no_paths: true,
  deep: true,
  characters: true,
  too_long: true,
  address: true,
  inside: true,
  redirects: true,
  slow: true,
  too_large: true,
  type: true,
  status: true,
  unreachable: true,
  encoding: true,
};

/** The fault that an address names, if it is one. */
export function importFault(name: string): ImportFault | undefined {
  return Object.hasOwn(faults, name) ? (name as ImportFault) : undefined;
}
