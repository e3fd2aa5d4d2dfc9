export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";

export const llmsFullPath = "/llms-full.txt";

export const clientPath = "/encaje-client.ts";

type Site = { name: string; url: string };

export function getMcpShortName({ name }: Site): string {
  const plain = name.normalize("NFD").toLowerCase();
  return (
    plain
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "site"
  );
}

/** Returns the name of the MCP server in reverse DNS form, because the MCP registry checks who owns the domain. */
export function getMcpName(site: Site): string {
  const namespace = new URL(site.url).hostname.split(".").toReversed().join(".");
  return `${namespace}/${getMcpShortName(site)}`;
}
