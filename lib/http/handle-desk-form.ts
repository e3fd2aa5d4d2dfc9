import type * as z from "zod/mini";
import type { Admin, Operator } from "../domain/desk/operator.ts";
import { signInPath, withReturnPath } from "../domain/desk/return-path.ts";
import { AppError } from "../domain/errors.ts";
import { invalidInput } from "../domain/invalid-input.ts";
import type { FieldFault } from "../domain/rules.ts";
import { fieldFaultsOf } from "../domain/submissions/field-faults.ts";
import type { Visitor } from "../server/auth/require-operator.ts";
import { requireAdmin, requireOperator, requireVisitor } from "../server/auth/require-operator.ts";
import { env } from "../server/env.ts";
import { answerEmpty, answerError, answerSeeOther } from "./answer.ts";
import { clientIpOf } from "./client-ip.ts";
import type { Exchange } from "./exchange.ts";
import { answer } from "./handle.ts";
import { refuseCrossSite } from "./own-site.ts";
import { readFields } from "./read-form.ts";

/** The fields of a form, and the parameters of the route's address, which win. Of a repeated field all values. */
export type DeskValues = Record<string, string | string[]>;

type Params = Record<string, string | string[] | undefined>;
/** An address without parameters has none to tell. */
export type DeskRoute = (request: Request, context: { params: Promise<Params | undefined> }) => Promise<Response>;

type Form<Who, Schema extends z.ZodMiniType, Result> = {
  /** What the log calls it. */
  name: string;
  /** What the values must be. A field named in `repeated` is a list. */
  schema: Schema;
  repeated?: readonly string[];
  bytesMax?: number;
  verb: (who: Who, input: z.output<Schema>, context: Exchange) => Promise<Result>;
  /** The page that the form stands on: it is told `?problem=<kind>` where something is refused. */
  back: (values: DeskValues, faults: FieldFault[]) => string;
  /** What the page shows again of a form that was refused: values of Set-Cookie. */
  keep?: (values: DeskValues) => string[];
  /** What the browser is to keep of the result: values of Set-Cookie. */
  setCookies?: (result: Result) => string[];
} & (
  | {
      /** The page of the desk that shows the result. */
      next: (result: Result, input: z.output<Schema>) => string;
    }
  | {
      /** Makes the whole response, such as a file to keep, of whatever was asked for. */
      respond: (result: Result, input: z.output<Schema>, exchange: Exchange) => Response;
    }
);

const formBytesMax = 288 * 1024;

/**
 * The route handler of a form of the desk. Foreign origins first, then the session, then the method, the body, the
 * verb; a browser is sent on (303) to a page, who asks for JSON gets JSON. It answers every method, so a route file
 * exports it under all of them.
 */
export function handleDeskForm<Schema extends z.ZodMiniType, Result>(form: Form<Operator, Schema, Result>): DeskRoute {
  return formRoute(form, requireOperator);
}

/** As `handleDeskForm`, for admins alone. */
export function handleAdminForm<Schema extends z.ZodMiniType, Result>(form: Form<Admin, Schema, Result>): DeskRoute {
  return formRoute(form, requireAdmin);
}

/** As `handleDeskForm`, for whoever has a session, also before the second factor is set up. */
export function handleVisitorForm<Schema extends z.ZodMiniType, Result>(
  form: Form<Visitor, Schema, Result>,
): DeskRoute {
  return formRoute(form, requireVisitor);
}

/** As `handleDeskForm`, for everyone: the ways in. */
export function handleEntryForm<Schema extends z.ZodMiniType, Result>(
  form: Form<undefined, Schema, Result>,
): DeskRoute {
  return formRoute(form, async () => undefined);
}

function formRoute<Who, Schema extends z.ZodMiniType, Result>(
  form: Form<Who, Schema, Result>,
  require: (cookie: string | null) => Promise<Who>,
): DeskRoute {
  return async (request, { params }) => {
    let values: DeskValues = namedIn(await params);
    let faults: FieldFault[] = [];
    return answer(
      form.name,
      request,
      async (exchange) => {
        const who = await admit(exchange, require, "POST");
        exchange.clientIp = clientIpOf(request.headers, env().TRUSTED_PROXY_HOPS);
        values = { ...(await readValues(request, form)), ...values };
        const parsed = form.schema.safeParse(values);
        if (!parsed.success) {
          faults = fieldFaultsOf(parsed.error, values);
          throw invalidInput(parsed.error);
        }
        const result = await form.verb(who, parsed.data, exchange);
        const response =
          "respond" in form
            ? form.respond(result, parsed.data, exchange)
            : wantsPage(request)
              ? answerSeeOther(form.next(result, parsed.data), exchange.headers)
              : answerEmpty(exchange.headers);
        for (const cookie of form.setCookies?.(result) ?? []) response.headers.append("Set-Cookie", cookie);
        return response;
      },
      (error, exchange) =>
        refuseForm(error, exchange, { back: () => form.back(values, faults), values, keep: form.keep }),
    );
  };
}

async function admit<Who>(
  { request, headers }: Exchange,
  require: (cookie: string | null) => Promise<Who>,
  method: "GET" | "POST",
): Promise<Who> {
  headers["Cache-Control"] = "no-store";
  refuseCrossSite(request.headers);
  const who = await require(request.headers.get("cookie"));
  if (request.method !== method) throw new AppError("method_not_allowed", `Use ${method} here.`, { allow: method });
  return who;
}

function namedIn(params: Params = {}): DeskValues {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Of a field that is no list, the first counts. */
async function readValues(
  request: Request,
  { repeated = [], bytesMax = formBytesMax }: { repeated?: readonly string[]; bytesMax?: number },
): Promise<DeskValues> {
  const values = new Map<string, string | string[]>(repeated.map((name) => [name, []]));
  for (const [name, value] of await readFields(request, bytesMax)) {
    const known = values.get(name);
    if (Array.isArray(known)) known.push(value);
    else if (known === undefined) values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** A browser shows what it is answered as a page. */
function wantsPage(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("text/html");
}

type Refused = { back: () => string; values?: DeskValues; keep?: ((values: DeskValues) => string[]) | undefined };

function refuseForm(error: unknown, exchange: Exchange, { back, values = {}, keep }: Refused): Response {
  const { request, headers } = exchange;
  if (!wantsPage(request)) return answerError(error, request, headers);
  const kind = error instanceof AppError ? error.kind : "internal";
  // What is left of the body stays unread.
  if (kind === "too_large") headers.Connection = "close";
  exchange.logged.refusal = kind;
  // From the sign-in, back to where the form stands.
  const page = kind === "unauthorized" ? withReturnPath(signInPath, values.to ?? back()) : back();
  const response = answerSeeOther(`${page}${page.includes("?") ? "&" : "?"}problem=${kind}`, exchange.headers);
  for (const cookie of keep?.(values) ?? []) response.headers.append("Set-Cookie", cookie);
  return response;
}
