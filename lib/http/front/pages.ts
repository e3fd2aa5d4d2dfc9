import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { tokenParameter } from "../../domain/submissions/first-touch.ts";
import { describeError, log } from "../../server/log.ts";
import { answerAsset, listAssets } from "./asset-files.ts";
import { fillShell, readErrorPages } from "./error-pages.ts";
import { type Asked, finishHeadOnly, finishWhole } from "./finish.ts";
import { holdBack } from "./hold-back.ts";
import { mendPath, methodsOf } from "./request-line.ts";
import { type Protection, setFileProtection } from "./security-headers.ts";
import { styleSourcesOf } from "./style-sources.ts";

type Options = Pick<Protection, "isSecure"> & {
  /** What Next has built: `.next`. */
  buildFolder: string;
  /** The only addresses that take POST. */
  formPaths: Iterable<string>;
};

/** Answers a request outside /api, or readies it for Next and what Next will answer for the browser. True: answered. */
export type Pages = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<boolean>;

/** Longer answers are sent as they come. */
const heldBytesMax = 4 * 1024 * 1024;

/**
 * Stands before Next for everything outside /api: security headers with a policy made of the very bytes that are
 * served, compression, validators, the files of the build, and what Next would answer with a 500.
 */
export function createPages({ isSecure, buildFolder, formPaths }: Options): Pages {
  const staticFolder = path.join(buildFolder, "static");
  const assets = listAssets(staticFolder, "/_next/static");
  const errorPages = readErrorPages(path.join(buildFolder, "server", "app"));
  const forms = new Set(formPaths);
  const protection = { isSecure, styleSources: styleSourcesOf(staticFolder) };
  return async (incoming, outgoing) => {
    const url = mendPath(incoming.url ?? "/");
    const [pathname = "", ...query] = url.split("?");
    // The address is a secret: no page that is reached from here is to learn it.
    if (new URLSearchParams(query.join("?")).has(tokenParameter)) outgoing.setHeader("Referrer-Policy", "no-referrer");
    if (!pathname.startsWith("/")) return answerPlain(outgoing, 400, "The address could not be read.", protection);
    const methods = methodsOf(pathname, forms);
    if (incoming.method === "OPTIONS" || !methods.includes(incoming.method ?? "")) {
      outgoing.setHeader("Allow", methods.join(", "));
      if (incoming.method === "OPTIONS") return answerPlain(outgoing, 204, "", protection);
      return answerPlain(outgoing, 405, `Use ${methods.join(", ")} here.`, protection);
    }
    const asset = assets.get(decodeURIComponent(pathname));
    if (asset && (await answerAsset(asset, incoming, outgoing, protection))) return true;
    const asked = takeOver(incoming, url);
    holdBack(outgoing, heldBytesMax, {
      onWhole: (body) => {
        const filled = fillShell(errorPages, body, outgoing.statusCode, url);
        finishWhole(outgoing, filled, asked, protection).catch((error: unknown) => {
          log().error({ operation: "finishPage", error: describeError(error) });
          outgoing.destroy();
        });
      },
      onTooLong: () => finishHeadOnly(outgoing, protection),
    });
    return false;
  };
}

/** Asks Next for the whole answer, whatever part of it the client wants. */
function takeOver(incoming: IncomingMessage, url: string): Asked {
  const { headers, method } = incoming;
  const asked = {
    method: method === "HEAD" ? "GET" : (method ?? ""),
    acceptEncoding: headers["accept-encoding"],
    ifNoneMatch: headers["if-none-match"] ?? null,
  };
  for (const name of ["if-none-match", "if-modified-since", "if-range", "range"]) delete headers[name];
  incoming.url = url;
  incoming.method = asked.method;
  return asked;
}

function answerPlain(outgoing: ServerResponse, status: number, text: string, protection: Protection): true {
  setFileProtection(outgoing, "text/plain", protection);
  outgoing.statusCode = status;
  outgoing.setHeader("Cache-Control", "no-store");
  if (text) outgoing.setHeader("Content-Type", "text/plain; charset=utf-8");
  outgoing.end(text);
  return true;
}
