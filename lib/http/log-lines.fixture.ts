// log-lines.test.ts runs this in a separate process, so that its standard output contains only the log.
import { mock } from "node:test";
import { inquiryArguments } from "../../e2e/support/mcp.ts";
import { makeMessage } from "../../e2e/support/mcp-calls.ts";
import { operations } from "../contract/operations.ts";
import { AppError } from "../domain/errors.ts";
import { nineTwos, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { contactUrl, get, inquiry, post } from "./exchange.fixture.ts";
import { acknowledgeInquiry, contactFields, contactPaths, postForm, toFormRoute } from "./form.fixture.ts";
import { handle } from "./handle.ts";
import { bookingRoutes } from "./handle-booking.ts";
import { contactForm, handleForm } from "./handle-form.ts";
import { failWith, mcpRoute, mcpUrl } from "./mcp.fixture.ts";
import { toRoute } from "./next-router.ts";
import { notFound } from "./not-found.ts";

const person = { name: "Persona Privada", email: "privada@example.com", message: "Mensaje privado, de prueba." };
const from = "203.0.113.77";
const quoting = "cannot store privada@example.com of 203.0.113.77";

const contact = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
const evaluate = toRoute(
  handle(operations.submitEvaluation, async () => ({
    id: 1,
    route: "review" as const,
    message: "Privado.",
  })),
);
const catalog = toRoute(handle(operations.listCatalogApis, async () => []));
const makeFailingRoute = (fault: unknown) =>
  toRoute(
    handle(operations.submitContact, async () => {
      throw fault;
    }),
  );

function send(route: (request: Request) => Promise<Response>, body: unknown = inquiry(person), by = from) {
  return (id: string) => route(post(body, { from: `198.51.100.5, ${by}`, headers: { "x-request-id": id } }));
}

const storeInquiry = async () => acknowledgeInquiry(1);

/** Posts the form without JavaScript. Each call uses a new client, so that only the last case is rate-limited. */
function sendForm(change: Record<string, string> = {}, useCase = storeInquiry, headers = {}) {
  const route = toFormRoute(handleForm(contactForm, useCase, contactPaths));
  const fields = contactFields({ ...person, ...change });
  return (id: string) => route(postForm(fields, { headers: { "x-request-id": id, ...headers } }));
}
const makeFailingUseCase = (fault: unknown) => async () => Promise.reject(fault);

function callTool(name: string, change: object = {}, given: object = inquiryArguments({ ...person, ...change })) {
  const params = { name, arguments: given };
  const message = makeMessage("tools/call", params, {}, { "openai/subject": person.name });
  return (id: string) => {
    const headers = { ...message.headers, host: "localhost", "x-forwarded-for": from, "x-request-id": id };
    return mcpRoute(new Request(mcpUrl, { ...message, headers }));
  };
}

function callFailingTool(fault: unknown) {
  return async (id: string) => {
    failWith(fault);
    const response = await callTool("submit_inquiry")(id);
    failWith(undefined);
    return response;
  };
}

const lookUp = toRoute(bookingRoutes.lookUpSubmission);
const receipt = "E-1.privada.x.y";

const agent = { channel: "ai_agent", agentName: "Asistente Privado", userConsent: true };
const cases: Record<string, (id: string) => Promise<Response>> = {
  "accepted-web": send(contact),
  "accepted-agent": send(contact, inquiry({ ...person, ...agent })),
  "accepted-host": send(contact, inquiry({ ...person, ...agent }), "160.79.104.9"),
  "evaluated-web": send(evaluate, validEvaluation({ ...person, answers: nineTwos })),
  "invalid-fields": send(contact, inquiry({ ...person, email: "privada@", utm: { privada: 1 } })),
  "invalid-json": send(contact, '{"name":"Persona Privada",'),
  "consent-missing": send(contact, inquiry({ ...person, ...agent, userConsent: false })),
  "too-large-body": send(contact, "privada".repeat(100_000)),
  "wrong-method": (id) => contact(get(contactUrl, { "x-request-id": id })),
  "asked-options": (id) => contact(get(contactUrl, { "x-request-id": id }, "OPTIONS")),
  "unknown-path": (id) =>
    toRoute(notFound)(get("http://localhost:3000/api/privada@example.com", { "x-request-id": id })),
  "catalog-search": (id) => catalog(get("http://localhost:3000/api/catalog?search=privada", { "x-request-id": id })),
  "unexpected-fault": send(makeFailingRoute(new Error(quoting, { cause: new TypeError(quoting) }))),
  "lines-in-fault": send(makeFailingRoute(new Error(`${quoting}\n    at Persona Privada, privada@example.com`))),
  "odd-fault-text": send(makeFailingRoute(quoting)),
  "unavailable-db": send(makeFailingRoute(new AppError("unavailable", "Try again.", { cause: new Error(quoting) }))),
  "misshapen-result": send(toRoute(handle(operations.submitContact, async () => person as never))),
  "form-accepted": sendForm({ topic: "privada" }),
  "form-refused": sendForm({ email: "privada@", message: "" }),
  "form-cross-site": sendForm({}, undefined, { origin: "https://privada.example", referer: "https://privada.example" }),
  "form-unavailable": sendForm(
    {},
    makeFailingUseCase(new AppError("unavailable", "Away.", { cause: new Error(quoting) })),
  ),
  "form-at-fault": sendForm({}, makeFailingUseCase(new Error(quoting))),
  "mcp-stored": callTool("submit_inquiry"),
  "mcp-invalid": callTool("submit_inquiry", { email: "privada@" }),
  "mcp-unknown": callTool("privada@example.com"),
  "mcp-at-fault": callFailingTool(new Error(quoting)),
  "mcp-unavailable": callFailingTool(new AppError("unavailable", "Away.", { cause: new Error(quoting) })),
  "mcp-method": (id) => mcpRoute(get(mcpUrl, { host: "localhost", "x-request-id": id })),
  "receipt-unknown": (id) =>
    lookUp(get("http://localhost:3000/api/submissions/E-1", { "x-request-id": id, "submission-receipt": receipt })),
  "mcp-receipt": callTool("get_submission", {}, { receipt }),
  "limited-client": send(contact),
};

// A fixed date keeps all requests within one rate-limit window.
mock.timers.enable({ apis: ["Date"], now: Date.UTC(2027, 0, 1) });
for (const [id, run] of Object.entries(cases)) await run(id);
