import type { Locale } from "next-intl";
import { serveFeed } from "#lib/http/feeds.ts";
import { toResponse } from "#lib/http/web.ts";

type Context = { params: Promise<{ locale: string; slug: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { locale, slug } = await params;
  return toResponse(await serveFeed("/catalog/[slug]/changes.atom", locale as Locale, slug, request));
}
