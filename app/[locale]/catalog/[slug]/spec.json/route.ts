import { downloadSpec } from "#lib/http/site-routes.ts";
import { toResponse } from "#lib/http/web.ts";

type Context = { params: Promise<{ slug: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return toResponse(await downloadSpec(request, (await params).slug));
}
