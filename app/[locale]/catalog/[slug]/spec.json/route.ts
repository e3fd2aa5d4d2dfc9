import { answerDownload } from "#lib/http/answer-download.ts";
import { toResponse } from "#lib/http/web.ts";
import { getCatalogApi } from "#lib/server/catalog/get-catalog-api.ts";

type Context = { params: Promise<{ slug: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { slug: part } = await params;
  const response = await answerDownload("downloadSpec", request, part, async (slug) => {
    const { spec } = await getCatalogApi({ slug });
    return { fileName: `${slug}.json`, content: spec };
  });
  return toResponse(response);
}
