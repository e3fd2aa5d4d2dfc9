import { asList, asObject, type JsonObject } from "../../json.ts";
import { asMarkdown, asName, bounds, listMembers, type ReferenceSource } from "./bounds.ts";
import { dereference } from "./document.ts";

const alternativesMax = 4;

export type SchemeView = {
  name: string;
  kind: "apiKey" | "bearer" | "basic" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** For `apiKey`, the place and name of the key; for `http`, the scheme. */
  at: { place: string; name: string } | null;
  description: string;
};

export type NamedValue = { name: string; value: string };

export function listSchemes(source: ReferenceSource): SchemeView[] {
  return listMembers(asObject(source.document.components).securitySchemes, bounds.schemes).map(([name, value]) => {
    const scheme = asObject(dereference(source, value));
    return { name: asName(name), ...toSchemeKind(scheme), description: asMarkdown(scheme.description) };
  });
}

export function listAlternatives(security: unknown): string[] {
  return asList(security)
    .slice(0, alternativesMax)
    .map((alternative) =>
      listMembers(alternative, bounds.schemes)
        .map(([name, scopes]) => {
          const named = asList(scopes)
            .slice(0, 10)
            .map((scope) => asName(scope, 60))
            .filter(Boolean);
          return named.length ? `${asName(name)} (${named.join(", ")})` : asName(name);
        })
        .join(" + "),
    );
}

export function listCredentials(source: ReferenceSource, security: unknown): (NamedValue & { place: string })[] {
  const wanted = Object.keys(asObject(asList(security)[0]));
  const schemes = listSchemes(source).filter(({ name }) => wanted.includes(name));
  return schemes.flatMap(({ kind, at }) => {
    if (kind === "apiKey") return at?.name ? [{ place: at.place, name: at.name, value: "YOUR_KEY" }] : [];
    const prefix = kind === "basic" ? "Basic" : "Bearer";
    return ["basic", "bearer", "oauth2", "openIdConnect"].includes(kind)
      ? [{ place: "header", name: "Authorization", value: `${prefix} YOUR_KEY` }]
      : [];
  });
}

function toSchemeKind(scheme: JsonObject): Pick<SchemeView, "kind" | "at"> {
  const type = asName(scheme.type, 40);
  if (type === "apiKey") return { kind: type, at: { place: asName(scheme.in, 20), name: asName(scheme.name, 80) } };
  if (type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return { kind: type, at: null };
  const httpScheme = asName(scheme.scheme, 40).toLowerCase();
  if (type !== "http") return { kind: "other", at: null };
  if (httpScheme === "bearer" || httpScheme === "basic") return { kind: httpScheme, at: null };
  return { kind: "http", at: { place: "", name: httpScheme } };
}
