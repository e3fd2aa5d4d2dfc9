// What operators and persons have done at the desk of the pictures, through the app's own doors.
import { createRequests, newSession, sessionCookie } from "../../e2e/support/operators.ts";
import { query, randomAddress } from "../../e2e/support/test.ts";
import type { SubmissionRef } from "../../lib/domain/submissions/submission-ref.ts";
import { inboundSettings } from "./site.ts";
import { entryWithOpenApi } from "./states.ts";

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The desk's operations as this operator. */
export async function openDesk(operatorId: string) {
  const { value } = await newSession(operatorId);
  const { send, fetch } = createRequests({
    cookie: `${sessionCookie}=${value}`,
    "x-forwarded-for": randomAddress(),
  });
  return {
    post: async (path: string, body: unknown) => {
      const response = await send(`/api/admin/${path}`, body);
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    },
    fetch,
  };
}

/** `lead` is of Lucía Hernández, who answers by mail; `snoozed` is put off. */
export async function storeDeskWork(desk: Desk, { lead, snoozed }: Record<"lead" | "snoozed", number>) {
  for (const template of templates) await desk.post("templates/save", template);
  for (const view of views) await desk.post("views/save", view);
  for (const email of ["rosa.cabrera@encaje.example", "j.ibarra@encaje.example"]) {
    await desk.post("operators/invite", { email, role: "member" });
  }
  await desk.post("account/mails", {
    notices: "unassigned",
    digestHours: [9, 16],
    isWarned: true,
    hasWeeklyOverview: true,
  });
  await desk.post("account/signature", { signature: "Jorge Luis Ibarra\nEncaje · +502 2300 4500" });
  await desk.post(`inbox/evaluation/${snoozed}/snooze`, {
    revision: await readRevision(snoozed),
    until: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  });
  await changeEntry(desk);
  for (const mail of listMails({ kind: "evaluation", id: lead })) await receive(mail);
}

/** A rule may have assigned it. */
export async function readRevision(evaluationId: number): Promise<number> {
  const [row] = await query<{ revision: number }>(
    "SELECT revision FROM submissions WHERE kind = 'evaluation' AND id = $1",
    [evaluationId],
  );
  return row?.revision ?? 0;
}

const templates = [
  {
    name: "First call",
    kind: "evaluation",
    route: "review",
    textEn: "Good morning, {name},\n\nThank you for your project for {company}. Please choose a time: {booking_link}",
    textEs: "Buenos días, {name}:\n\nGracias por su proyecto para {company}. Elija una hora, por favor: {booking_link}",
  },
  {
    name: "Permits and prize draws",
    kind: "",
    route: "",
    textEn: "Good morning, {name},\n\nYes: we file the permit, which takes three weeks.",
    textEs: "Buenos días, {name}:\n\nSí: tramitamos el permiso, que tarda tres semanas.",
  },
];

const views = [
  { name: "Café Volcán", isShared: false, query: "q=volcan" },
  { name: "Guatemala y Costa Rica, por asistentes", isShared: true, query: "channel=ai_agent&q=guatemala" },
];

/** Two changes of one entry, for its history. */
async function changeEntry(desk: Desk): Promise<void> {
  const response = await desk.fetch(`/api/catalog/${entryWithOpenApi}`);
  const { id, updatedAt, published, spec: _, ...entry } = await response.json();
  let seenAt = updatedAt;
  for (const useCases of [2, 1]) {
    const saved = await desk.post("catalog/save", {
      ...entry,
      useCasesEn: entry.useCasesEn.slice(0, useCases),
      entry: { id, updatedAt: seenAt, slug: entry.slug, published },
    });
    seenAt = saved.updatedAt;
  }
}

type Mail = { from: string; subject: string; text: string; headers?: string[]; file?: string };

const confirm = (domain: string) =>
  `Authentication-Results: ${inboundSettings.INBOUND_MAIL_SERVER}; dmarc=pass header.from=${domain}`;

/** Two answers on the timeline, one with a file, and one held for each reason. */
function listMails({ id }: SubmissionRef): Mail[] {
  const lucia = "Lucía Hernández <lucia.hernandez@example.com>";
  const confirmed = confirm("example.com");
  const subject = `Re: Recibimos su evaluación (referencia E-${id})`;
  return [
    {
      from: lucia,
      subject,
      headers: [confirmed],
      text: "Buenos días, Jorge:\n\nEl martes a las diez me conviene. Le adjunto el reglamento del año pasado.\n\nLucía\n\nEl lun, 16 nov 2026, Jorge Luis Ibarra escribió:\n> Gracias, Lucía.\n> ¿Le conviene el martes a las diez?",
      file: "Reglamento de la promoción 2025, versión final para firmar.pdf",
    },
    {
      from: lucia,
      subject: `Respuesta automática: ${subject}`,
      headers: [confirmed, "Auto-Submitted: auto-replied"],
      text: "Estoy fuera de la oficina hasta el lunes.",
    },
    {
      from: "Marketing <compras@otra.example>",
      subject,
      headers: [confirm("otra.example")],
      text: "¿Nos copian en la respuesta?",
    },
    { from: lucia, subject, text: "¿Podemos adelantar la llamada?" },
    { from: "ventas@imprenta.example", subject: "Cotización de cupones", text: "Adjunto nuestra lista de precios." },
  ];
}

async function receive({ from, subject, text, headers = [], file }: Mail): Promise<void> {
  const boundary = "----encaje";
  const plain = `Content-Type: text/plain; charset=utf-8\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`;
  const attached = `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${file}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("%PDF-1.4 sample").toString("base64")}\r\n`;
  const body = file
    ? `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${plain}--${boundary}\r\n${attached}--${boundary}--\r\n`
    : plain;
  const head = [...headers, `From: ${from}`, "To: hello@encaje.example", `Subject: ${subject}`, "MIME-Version: 1.0"];
  const password = Buffer.from(`provider:${inboundSettings.INBOUND_MAIL_SECRET}`).toString("base64");
  const response = await fetch(`${process.env.E2E_URL}/api/inbound-mail`, {
    method: "POST",
    headers: { "content-type": "message/rfc822", authorization: `Basic ${password}` },
    body: `${head.join("\r\n")}\r\n${body}`,
  });
  if (!response.ok) throw new Error(`A mail was answered ${response.status}: ${await response.text()}`);
}
