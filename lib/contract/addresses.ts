export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";

/** All Markdown pages in one file, for assistants that read everything at once. */
export const llmsFullPath = "/llms-full.txt";

/** The typed client in one file. */
export const clientPath = "/encaje-client.ts";

type Site = { name: string; url: string };

/** Short name of the MCP server, derived from the site's name: lower-case letters, digits and hyphens. */
export function getMcpShortName({ name }: Site): string {
  const plain = name.normalize("NFD").toLowerCase();
  return (
    plain
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "site"
  );
}

/**
 * Full name of the MCP server, for cards, the MCP registry and the server itself. In reverse DNS form, because the
 * registry checks who owns the domain.
 */
export function getMcpName(site: Site): string {
  const namespace = new URL(site.url).hostname.split(".").toReversed().join(".");
  return `${namespace}/${getMcpShortName(site)}`;
}
