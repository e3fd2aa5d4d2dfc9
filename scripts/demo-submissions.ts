// Makes forty submissions from people and assistants over eight weeks, oldest first.
import type { Locale } from "../lib/domain/locale.ts";
import { questions } from "../lib/domain/submissions/core/questions.ts";
import { ContactInput, EvaluationInput, type LeadRoute } from "../lib/domain/submissions/core/schema.ts";
import type { DemoSubmission } from "../lib/server/submissions/intake/store-demo.ts";

type Work = NonNullable<DemoSubmission["work"]>;
/** Languages that the people of the demonstration write in. */
type Language = Extract<Locale, "en" | "es">;

const demoCount = 40;
const weeks = 8;

const people = [
  ["Lucía Hernández", "Brand manager", "Café Volcán", "+502 5550 0101"],
  ["Diego Morales", "Director de marketing", "Tiendas La Ceiba", "+504 5550 0102"],
  ["Ana Solís", "Jefa de trade marketing", "Lácteos del Istmo", "+506 5550 0103"],
  ["Grace Whitaker", "Regional promotions lead", "Harbor & Pine Foods", "+1 305 555 0104"],
  ["Marco Villalobos", "Gerente de promociones", "Bebidas Centroamericanas", "+506 5550 0105"],
  ["Sofía Rey", "Directora general", "Pan y Luz", "+52 55 5550 0106"],
  ["Héctor Ibáñez", "Gerente de marca", "Galletas Doña Mila", "+52 33 5550 0107"],
  ["Paola Quintero", "Coordinadora digital", "Farmacias del Valle", "+507 5550 0108"],
  ["Thomas Becker", "Shopper marketing manager", "Nordwind Kosmetik", "+49 30 5550 109"],
  ["Rocío Zelaya", "Jefa de lealtad", "Supermercados El Roble", "+503 5550 0110"],
  ["Jorge Luis Pineda", "Director comercial", "Cervecería del Lago", "+505 5550 0111"],
  ["Emily Carter", "Head of loyalty", "Sunridge Snacks", "+1 713 555 0112"],
  ["Mónica Arriaga", "Gerente de categoría", "Detergentes Alba", "+52 81 5550 0113"],
  ["Luis Fernando Coto", "Encargado de mercadeo", "Ferretería Cuatro Vientos", "+506 5550 0114"],
] as const;

const sources = [
  { utm: { utm_source: "google", utm_medium: "cpc" }, discoverySource: "Google" },
  { utm: { utm_source: "linkedin" }, discoverySource: "LinkedIn" },
  { discoverySource: "Recomendación de un colega" },
  { utm: { utm_source: "newsletter", utm_campaign: "q4" }, discoverySource: "Newsletter" },
];
const assistants = ["ChatGPT", "Claude", "Gemini", "Copilot"];
const consents = ["claimed", "elicited", "confirmed"] as const;
const markets = {
  en: ["Guatemala and Costa Rica", "Mexico", "Panama and El Salvador", "six countries of the region"],
  es: ["Guatemala y Costa Rica", "todo México", "Panamá y El Salvador", "seis países de la región"],
};
const projects: Record<Language, ((market: string) => string)[]> = {
  en: [
    (market) => `A receipt promotion in ${market} with weekly draws from March to May. One brand, about 400 shops.`,
    (market) => `Loyalty points for our retailers in ${market}, connected to the point of sale that they have.`,
    (market) => `Codes under the cap with instant prizes in ${market}. The launch date is announced.`,
  ],
  es: [
    (market) =>
      `Promoción con comprobantes de compra en ${market}, con sorteos semanales de marzo a mayo y una sola marca.`,
    (market) =>
      `Programa de lealtad para nuestras tiendas en ${market}, conectado con el punto de venta que ya tienen.`,
    (market) => `Códigos bajo la tapa con premios al instante en ${market}. La fecha de lanzamiento ya está anunciada.`,
    (market) => `Catálogo de premios en línea para los vendedores de mayoreo en ${market}, con envíos a domicilio.`,
  ],
};
const messages: Record<Language, string[]> = {
  en: [
    "Do you run prize draws in El Salvador, and who files the permit?",
    "Can your receipt validation read photos of receipts that are creased?",
  ],
  es: [
    "¿Pueden enviar los premios a todo México, y en cuántos días llegan?",
    "¿La mensajería por WhatsApp usa nuestro número o uno de ustedes?",
    "¿Qué necesitan de nosotros para un sorteo en Guatemala?",
  ],
};
const topics = ["prize-draws", "receipts-validation", "prize-shipments", "whatsapp-sms-messaging", undefined];
const points = {
  qualified: [2, 2, 2, 2, 2, 1, 2, 2, 1],
  review: [1, 1, 1, 1, 1, 1, 1, 1, 2],
  redirect: [0, 0, 0, 0, 1, 0, 0, 1, 0],
};
/** Verdicts of the evaluations, in rotation by place. Inquiries (`isInquiry`) have none. */
const verdicts = ["qualified", "review", "redirect", "redirect", "qualified"] as const;
const works: Record<LeadRoute, Work[]> = {
  qualified: [
    { status: "booked", hoursLater: 20 },
    { status: "won", hoursLater: 30, note: "Signed for one year." },
    { status: "contacted", hoursLater: 6, note: "Wants to begin in March: a proposal by Friday." },
    { status: "lost", hoursLater: 90, reason: "The budget went to another country." },
  ],
  redirect: [{ status: "lost", hoursLater: 26, reason: "Not a project for us." }],
  review: [
    { status: "contacted", hoursLater: 5 },
    { status: "booked", hoursLater: 20 },
    { status: "contacted", hoursLater: 30, note: "Asked for two references." },
    { status: "won", hoursLater: 11 },
    { status: "contacted", hoursLater: 60 },
    { status: "booked", hoursLater: 2 },
  ],
};

/** Places of special submissions, counted from the newest. The submission at `repeat` repeats the one before it. */
const places = { withdrawn: 3, lateInquiry: 5, repeat: 6, lateEvaluation: 9 };
const openCount = 5;

/** Lists the submissions of a demonstration. @throws ZodError if the API would refuse one of them */
export function listDemoSubmissions(): DemoSubmission[] {
  return Array.from({ length: demoCount }, (_, at) => makeSubmission(demoCount - 1 - at));
}

function makeSubmission(place: number): DemoSubmission {
  const isLate = place === places.lateInquiry || place === places.lateEvaluation;
  const isRepeat = place === places.repeat;
  const consent = place === places.withdrawn ? "withdrawn" : consents[(place / 3) % consents.length];
  const prepared = { assistedBy: assistants[place % 4] };
  return {
    hoursAgo: 0.7 + weeks * 7 * 24 * (place / demoCount) ** 1.6,
    sent: makeInput(isRepeat ? place + 1 : place),
    ...(isByAgent(place) ? { consent } : place % 8 === 2 && prepared),
    isLate,
    isRepeat,
    work: isLate || isRepeat || place === places.withdrawn ? undefined : chooseWork(place),
  };
}

/** Returns the verdict of an evaluation. Inquiries are treated like a review, because both are promised a reply. */
function toVerdict(place: number): LeadRoute {
  return isInquiry(place) || place === places.lateEvaluation ? "review" : pick([...verdicts], place);
}

const isInquiry = (place: number) => [2, 5, 8].includes(place % 10);

function chooseWork(place: number): Work | undefined {
  if (place < openCount) return place < 2 ? undefined : { status: "in_review", hoursLater: 1 };
  return pick(works[toVerdict(place)], place);
}

const isByAgent = (place: number) => place % 3 === 0 && place !== places.repeat;

function makeInput(place: number): DemoSubmission["sent"] {
  const [name, role, company, phone] = people[(place * 5) % people.length] ?? people[0];
  const { discoverySource, ...origin } = sources[place % sources.length] ?? { discoverySource: "Google" };
  const language: Language = /^\+(1|49) /.test(phone) ? "en" : "es";
  const agentName = assistants[(place / 3) % assistants.length];
  const by = isByAgent(place) ? { channel: "ai_agent", agentName, userConsent: true } : origin;
  const person = { name, email: makeEmail(name, company), language, ...by };
  if (isInquiry(place)) {
    const message = pick(messages[language], place);
    const topic = topics[place % topics.length];
    const sourcePage = language === "es" ? "/es/contacto" : "/en/contact";
    return { kind: "inquiry", input: ContactInput.parse({ ...person, sourcePage, message, topic }) };
  }
  const answers = points[toVerdict(place)];
  const projectDescription = pick(projects[language], place)(pick(markets[language], place * 3));
  const form = language === "es" ? "/es/evaluacion" : "/en/evaluation";
  const sourcePage = isByAgent(place) ? agentName?.toLowerCase() : form;
  const body = {
    ...person,
    role,
    company,
    sourcePage,
    projectDescription,
    ...(place % 4 && { phone }),
    discoverySource: isByAgent(place)
      ? language === "es"
        ? `Recomendado por ${agentName}`
        : `Recommended by ${agentName}`
      : discoverySource,
    ...(isByAgent(place) ? { answersByKey: toAnswersByKey(answers) } : { answers }),
  };
  return { kind: "evaluation", input: EvaluationInput.parse(body) };
}

const toAnswersByKey = (answers: number[]) =>
  Object.fromEntries(questions.map(({ key, options }, at) => [key, options[answers[at] ?? 0]]));

function pick<Value>(values: Value[], at: number): Value {
  const value = values[at % values.length];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

/** Makes an email address in .example, where no real address exists. */
function makeEmail(name: string, company: string): string {
  const toPlainLetters = (text: string) =>
    text
      .normalize("NFD")
      .replace(/[^a-z ]/gi, "")
      .toLowerCase()
      .trim();
  return `${toPlainLetters(name).replace(/ +/g, ".")}@${toPlainLetters(company).replace(/ +/g, "-")}.example`;
}
