// A route that answers the same bytes to everyone; how many, the bench says.
export function constant(bytesVariable: string): () => Response {
  const bytes = new TextEncoder().encode(JSON.stringify("x".repeat(Number(process.env[bytesVariable] ?? 2) - 2)));
  const headers = { "Content-Type": "application/json" };
  return () => new Response(bytes, { headers });
}
