import "server-only";
import { listMailDomains } from "../../../domain/mail-address.ts";

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded by the first worker that judges: a quarter of a megabyte that no request needs. */
function loadDomains(): Promise<ReadonlySet<string>> {
  loading ??= import("disposable-email-domains-js").then((list) => list.disposableEmailBlocklistSet());
  return loading;
}

/** Whether the address belongs to a provider of throwaway addresses. */
export async function hasDisposableDomain(email: string): Promise<boolean> {
  const domains = await loadDomains();
  return listMailDomains(email).some((domain) => domains.has(domain));
}
