export const contractPath = "/api/openapi.json";
export const mcpPath = "/mcp";
