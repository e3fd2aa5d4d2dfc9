export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { appendPeerToForwardedFor } = await import("./lib/http/append-peer.ts");
  appendPeerToForwardedFor();
}
