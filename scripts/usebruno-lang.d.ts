// The package has no types; these are what we use of it.
declare module "@usebruno/lang" {
  type Entry = { name: string; value: string; enabled: boolean };
  type BrunoRequestJson = {
    meta: { name: string; type: "http"; seq: number };
    http: { method: string; url: string; body: "none" | "json"; auth: "none" };
    params?: (Entry & { type: "query" | "path" })[];
    body?: { json?: string };
    assertions: Entry[];
    docs: string;
  };
  /** Changes what it is given. */
  export function jsonToBruV2(request: BrunoRequestJson): string;
  export function bruToJsonV2(text: string): BrunoRequestJson;
  export function envJsonToBruV2(environment: { variables: (Entry & { secret: boolean })[] }): string;
}
