export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";

/** The Markdown pages in one file, for assistants that read it once. */
export const llmsFullPath = "/llms-full.txt";

/** The typed client, in one file. */
export const clientPath = "/encaje-client.ts";

type Site = { name: string; url: string };

/** The MCP server's own name, after the site's: lower-case letters, digits and hyphens. */
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
 * Name of the MCP server in cards, in the MCP registry and in the server itself. Reverse DNS, because the registry
 * checks who owns the domain.
 */
export function getMcpName(site: Site): string {
  const namespace = new URL(site.url).hostname.split(".").toReversed().join(".");
  return `${namespace}/${getMcpShortName(site)}`;
}
