import type { Locale } from "next-intl";
import { serveFeed } from "#lib/http/feeds.ts";
import { toResponse } from "#lib/http/web.ts";

type Context = { params: Promise<{ locale: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return toResponse(await serveFeed("/changes.atom", (await params).locale as Locale, "", request));
}
