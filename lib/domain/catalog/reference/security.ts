import { asList, asObject, type JsonObject } from "../../json.ts";
import { asMarkdown, asName, bounds, listEntries, type Source } from "./bounds.ts";
import { follow } from "./document.ts";
import type { SchemeView } from "./model.ts";

const alternativesMax = 4;

export function listSchemes(source: Source): SchemeView[] {
  return listSchemeEntries(source).map(([name, value]) => {
    const scheme = asObject(follow(source, value));
    return { name: asName(name), ...toSchemeKind(scheme), description: asMarkdown(scheme.description) };
  });
}

export function listAlternatives(security: unknown): string[] {
  return asList(security)
    .slice(0, alternativesMax)
    .map((alternative) =>
      listEntries(alternative, bounds.schemes)
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

export function listCredentialHeaders(source: Source, security: unknown): [name: string, value: string][] {
  const wanted = Object.keys(asObject(asList(security)[0]));
  const schemes = listSchemes(source).filter(({ name }) => wanted.includes(name));
  return schemes.flatMap(({ kind, at }): [string, string][] => {
    if (kind === "apiKey") return at?.place === "header" && at.name ? [[at.name, "YOUR_KEY"]] : [];
    if (kind === "basic") return [["Authorization", "Basic YOUR_CREDENTIALS"]];
    return kind === "bearer" || kind === "oauth2" || kind === "openIdConnect"
      ? [["Authorization", "Bearer YOUR_TOKEN"]]
      : [];
  });
}

function listSchemeEntries({ document }: Source): [string, unknown][] {
  const given = asObject(document.components).securitySchemes ?? document.securityDefinitions;
  return listEntries(given, bounds.schemes);
}

function toSchemeKind(scheme: JsonObject): Pick<SchemeView, "kind" | "at"> {
  const type = asName(scheme.type, 40);
  if (type === "apiKey") return { kind: type, at: { place: asName(scheme.in, 20), name: asName(scheme.name, 80) } };
  if (type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return { kind: type, at: null };
  const httpScheme = type === "basic" ? "basic" : asName(scheme.scheme, 40).toLowerCase();
  if (type !== "http" && type !== "basic") return { kind: "other", at: null };
  if (httpScheme === "bearer" || httpScheme === "basic") return { kind: httpScheme, at: null };
  return { kind: "http", at: { place: "", name: httpScheme } };
}
