export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareRequests } = await import("./lib/http/prepare-requests.ts");
  prepareRequests({ redirects: true });
}
