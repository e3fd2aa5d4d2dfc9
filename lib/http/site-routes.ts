import { isWellKnown } from "../contract/addresses.ts";
import { readVersionNumber } from "../domain/catalog/changes/release.ts";
import { dayMilliseconds } from "../domain/durations.ts";
import { AppError } from "../domain/errors.ts";
import type { Locale } from "../domain/locale.ts";
import { parsePicturePath } from "../domain/picture.ts";
import { findPageAddress, getPathname, type Href } from "../i18n/paths.ts";
import { getCatalogApi } from "../server/catalog/get-catalog-api.ts";
import { readReleasedSpec } from "../server/catalog/releases.ts";
import { readPicture } from "../server/site/pictures.ts";
import { answerConsent } from "../server/submissions/intake/consent.ts";
import { submitEvaluation, submitInquiry } from "../server/submissions/intake/submit.ts";
import { asPlainText, respond } from "./exchange.ts";
import { isFeedName, serveFeed } from "./feeds.ts";
import { downloadBooking, handleBooking } from "./handle-booking.ts";
import { respondWithDownload } from "./handle-file.ts";
import { contactForm, evaluationForm, type FormRoute, handleForm } from "./handle-form.ts";
import { countSentForm } from "./handle-form-step.ts";
import { handleConsent, handleSubscription } from "./handle-mail-forms.ts";
import { byReceipt, byReminder, handleSharing } from "./handle-receipt-form.ts";
import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { toRoute } from "./next-router.ts";
import { readPathname } from "./path.ts";
import { wellKnownRoutes } from "./well-known.ts";

const toPages = (form: Href, result: Href, refused: Href) => (locale: Locale) => ({
  form: getPathname({ href: form, locale }),
  result: getPathname({ href: result, locale }),
  refused: getPathname({ href: refused, locale }),
});

const toPage = (page: Href) => toPages(page, page, page);

const formRoutes = {
  "/evaluation/send": handleForm(
    evaluationForm,
    submitEvaluation,
    toPages("/evaluation", "/evaluation/result", "/evaluation/refused"),
    countSentForm,
  ),
  "/contact/send": handleForm(
    contactForm,
    submitInquiry,
    toPages("/contact", "/contact/sent", "/contact/refused"),
    countSentForm,
  ),
  "/evaluation/booking/send": handleBooking(toPage("/evaluation/result"), byReceipt),
  "/evaluation/reminder/send": handleBooking(toPage("/evaluation/reminder"), byReminder),
  "/evaluation/share/send": handleSharing(toPage("/evaluation/result")),
  "/consent/send": handleConsent(answerConsent, toPages("/consent", "/consent/done", "/consent/refused")),
  "/changes/subscription/send": handleSubscription(toPage("/changes/subscription")),
} satisfies Record<string, FormRoute>;

/** `slug` must be the path segment as sent, not decoded. `?version=2` asks for an earlier document. */
function downloadSpec(request: ApiRequest, slug: string): Promise<ApiResponse> {
  return respondWithDownload("downloadSpec", request, slug, async (name) => {
    const { id, spec } = await getCatalogApi({ slug: name });
    const version = new URL(request.url).searchParams.get("version");
    if (version === null) return { fileName: `${name}.json`, content: spec };
    return { fileName: `${name}-${version}.json`, content: await readReleasedSpec(id, readVersionNumber(version)) };
  });
}

const pictureSeconds = (365 * dayMilliseconds) / 1_000;

/** The content at an address never changes, but may be deleted. */
const servePicture: Handler = (request) =>
  respond(
    "getPicture",
    request,
    async ({ headers }) => {
      const file = parsePicturePath(readPathname(request.url));
      if (!file) throw new AppError("not_found", "There is no such picture.");
      const content = await readPicture(file);
      Object.assign(headers, {
        "Content-Type": "image/webp",
        "Content-Length": String(content.byteLength),
        "Cache-Control": `public, max-age=${pictureSeconds}, immutable`,
      });
      return { status: 200, headers, body: request.method === "HEAD" ? null : content };
    },
    asPlainText,
  );

export function findSiteRoute(method: string, path: string): Handler | undefined {
  const isRead = ["GET", "HEAD"].includes(method);
  if (isWellKnown(path)) return isRead || method === "OPTIONS" ? wellKnownRoutes[path] : undefined;
  if (isRead && parsePicturePath(path)) return servePicture;
  const address = findPageAddress(path);
  if (!address) return undefined;
  const { name, locale, slug } = address;
  if (isForm(name))
    return ["GET", "POST"].includes(method) ? (request) => formRoutes[name](request, locale) : undefined;
  if (!isRead) return undefined;
  if (isFeedName(name)) return (request) => serveFeed(name, locale, slug, request);
  if (name === "/evaluation/booking.ics") return (request) => downloadBooking(request, locale);
  return name === "/catalog/[slug]/spec.json" ? (request) => downloadSpec(request, slug) : undefined;
}

/** Responds for app/site, to which proxy.ts rewrites these paths when Next's router runs without our own server. */
export async function serveSiteRoute(request: Request): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = findSiteRoute(method, readPathname(request.url));
  return handler ? toRoute(handler)(request) : new Response(null, { status: 404 });
}

function isForm(name: string): name is keyof typeof formRoutes {
  return name in formRoutes;
}
