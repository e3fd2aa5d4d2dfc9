import "server-only";
import { listMailDomains } from "../../../domain/mail-address.ts";

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loads the list on demand: it takes 250 KB, and only a worker that judges submissions needs it. */
function loadDomains(): Promise<ReadonlySet<string>> {
  loading ??= import("disposable-email-domains-js").then((list) => list.disposableEmailBlocklistSet());
  return loading;
}

/** Returns whether the address belongs to a provider of throwaway addresses. */
export async function hasDisposableDomain(email: string): Promise<boolean> {
  const domains = await loadDomains();
  return listMailDomains(email).some((domain) => domains.has(domain));
}
