import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listMarkedWords, searchEntries } from "./rank.ts";
import { CatalogDraft } from "./schema.ts";
import { findTyped, listCountedWords, toStem } from "./search-words.ts";
import { collectVocabulary, findNearWords } from "./vocabulary.ts";

const folder = path.join(import.meta.dirname, "../../../prisma/seed/entries");
const entries = fs
  .readdirSync(folder)
  .map((name) => CatalogDraft.parse(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))))
  .filter(({ published }) => published);
function search(text: string) {
  const { entries: found, near } = searchEntries(entries, listCountedWords(text));
  return { slugs: found.map(({ slug }) => slug), near };
}

describe("questions as visitors write them", () => {
  test.each([
    ["how do I check receipts from shops", "receipts-validation"],
    ["recipts", "receipts-validation"],
    ["can you read photos of invoices?", "receipts-validation"],
    ["I need to detect duplicate tickets", "receipts-validation"],
    ["Hi, could you please help us validating purchase reciepts in Guatemala", "receipts-validation"],
    ["why was a receipt rejected", "receipts-validation"],
    ["run a raffle with a permit", "prize-draws"],
    ["picking random winners for our promotion", "prize-draws"],
    ["do you have something to draw winers every week", "prize-draws"],
    ["segob permits", "prize-draws"],
    ["how can I prove that a draw was fair", "prize-draws"],
    ["lottery certificate for the notary", "prize-draws"],
    ["track a package sent to a winner", "prize-shipments"],
    ["prize shipmnt", "prize-shipments"],
    ["Where is my customer's prize? shipping status", "prize-shipments"],
    ["proof of delivery for prizes", "prize-shipments"],
    ["parcels held at customs", "prize-shipments"],
    ["courier deliveries in central america", "prize-shipments"],
    ["sending whatsap messages to participants", "whatsapp-sms-messaging"],
    ["text message when the phone has no whatsapp", "whatsapp-sms-messaging"],
    ["message templates", "whatsapp-sms-messaging"],
    ["how do people unsubscribe from sms", "whatsapp-sms-messaging"],
    ["sms notifications for campaign", "whatsapp-sms-messaging"],
    ["loyalty program for shopkeepers", "loyalty-points"],
    ["how many points does a member have", "loyalty-points"],
    ["redeeming points for rewards", "loyalty-points"],
    ["points that expire at the end of the month", "loyalty-points"],
    ["get campaign data into our data warehouse every night", "campaign-export"],
    ["sftp csv files", "campaign-export"],
    ["nightly exprot of entries", "campaign-export"],
    ["quiero validar tickets de compra", "receipts-validation"],
    ["¿cómo reviso los recibos de las tiendas?", "receipts-validation"],
    ["validacion de facturas electronicas", "receipts-validation"],
    ["leer la foto de un tiket", "receipts-validation"],
    ["evitar tickets duplicados", "receipts-validation"],
    ["Buenas tardes, necesito saber por qué rechazaron un comprobante", "receipts-validation"],
    ["facturas con CFDI", "receipts-validation"],
    ["sorteo en Guatemala", "prize-draws"],
    ["hacer una rifa con permiso de gobernación", "prize-draws"],
    ["elegir ganadores al azar", "prize-draws"],
    ["sroteo", "prize-draws"],
    ["¿tienen algo para sortear premios cada semana?", "prize-draws"],
    ["constancia para el notario", "prize-draws"],
    ["rastrear un paquete", "prize-shipments"],
    ["envio de premios", "prize-shipments"],
    ["¿Dónde va el premio que le mandamos al ganador?", "prize-shipments"],
    ["paqueteria en centroamerica", "prize-shipments"],
    ["prueba de entrega firmada", "prize-shipments"],
    ["paquetes detenidos en la aduana", "prize-shipments"],
    ["mandar mensajes de whatsapp", "whatsapp-sms-messaging"],
    ["enviar wasap a los participantes", "whatsapp-sms-messaging"],
    ["plantillas de mensages", "whatsapp-sms-messaging"],
    ["dar de baja a un contacto que ya no quiere mensajes", "whatsapp-sms-messaging"],
    ["avisar por sms a los clientes", "whatsapp-sms-messaging"],
    ["programa de lealtda", "loyalty-points"],
    ["cuantos puntos tiene un cliente", "loyalty-points"],
    ["canjear puntos por recompensas", "loyalty-points"],
    ["puntos para tenderos", "loyalty-points"],
    ["descargar los datos de la campaña cada noche", "campaign-export"],
    ["archivos por sftp al almacen de datos", "campaign-export"],
    ["Queremos validar tickets y comprobantes de compra de supermercados.", "receipts-validation"],
    ["A points account for shopkeepers: loyalty points that they redeem.", "loyalty-points"],
    ["Sorteos auditados ante notario, con ganadores y suplentes.", "prize-draws"],
  ])("finds for %j first %s", (question, slug) => {
    expect(search(question).slugs[0]).toBe(slug);
  });

  test.each([
    "how do I reset my password",
    "weather in Mexico tomorrow",
    "book a flight to Guatemala",
    "pizza delivery near me",
    "best hotel in Cancún",
    "traductor de inglés a francés",
    "receta de arroz con pollo",
    "comprar acciones de Tesla",
    "¿quién ganó el partido de ayer?",
    "car insurance quotes",
  ])("finds nothing for %j", (question) => {
    expect(search(question).slugs).toEqual([]);
  });
});

describe("a search without an entry that has all words", () => {
  test("corrects two words together", () => {
    const { slugs, near } = search("prize shipmnt");
    expect(slugs).toEqual(["prize-shipments"]);
    expect(near).toEqual({ meant: ["prize", "shipment"], leftOut: [], hasCorrection: true });
    expect(search("przie shipmnt").near?.meant).toEqual(["prize", "shipment"]);
  });

  test("finds only the entries that have all words in other forms, if there are any", () => {
    expect(search("validating receipts").slugs).toEqual(["receipts-validation"]);
  });

  test("names the words that the best entry lacks", () => {
    const { slugs, near } = search("sorteo en Honolulu");
    expect(slugs[0]).toBe("prize-draws");
    expect(near).toMatchObject({ meant: ["sorteo"], leftOut: ["honolulu"], hasCorrection: false });
  });

  test("names the near word and the words to leave out if nothing comes near", () => {
    expect(search("hotel flight insurance weather recipt")).toEqual({
      slugs: [],
      near: { meant: ["receipt"], leftOut: ["hotel", "flight", "insurance", "weather"], hasCorrection: true },
    });
  });

  test("does not mix with entries that have all words", () => {
    expect(search("sorteo inspector").near).toBeNull();
  });
});

describe("a search for entries that have all words", () => {
  const [sample] = entries;
  const find = (query: string, ...changes: Partial<CatalogDraft>[]) => {
    const made = changes.map((change, at) => ({ ...nothing, slug: `e${at + 1}`, ...change }));
    return searchEntries(made, listCountedWords(query)).entries.map(({ slug }) => slug);
  };
  const nothing = CatalogDraft.parse({
    ...{ ...sample, titleEn: "", titleEs: "", descriptionEn: "", descriptionEs: "" },
    ...{ useCasesEn: [], useCasesEs: [], endpoints: [], services: [] },
  });

  test("finds them in any order and field, also by words of one or two characters", () => {
    const whole = { titleEn: "Qalpha", titleEs: "Gamma Ωψ", endpoints: ["POST /beta"], descriptionEn: "ϟ" };
    for (const query of ["gamma BETA qalpha", "ωψ", "ϟ", "ωψ ϟ qalph"]) {
      expect(find(query, { titleEn: "Qalpha" }, whole), query).toEqual(["e2"]);
    }
  });

  test("lists first those whose two titles together have every word", () => {
    const text = { titleEn: "Aaa qone", descriptionEn: "qtwo" };
    expect(find("qone qtwo", text, { titleEn: "B qone", titleEs: "qtwo" })).toEqual(["e2", "e1"]);
    const many = Array.from({ length: 101 }, () => text);
    expect(find("qone qtwo", ...many, { titleEn: "B qone", titleEs: "qtwo" }).slice(0, 2)).toEqual(["e102", "e1"]);
  });

  test.each(["%", "_", "\\", "'", '"', "$1", "{}", "|", "*", "["])("takes %s as it is", (sign) => {
    expect(find(`qw${sign}x`, { titleEn: `qw${sign}x` }, { titleEn: "qwyx" })).toEqual(["e1"]);
  });

  test("finds nothing for signs alone that no entry has", () => {
    expect(find("%%% ___", { titleEn: "One" })).toEqual([]);
  });
});

test("counts neither stop words nor the punctuation of a sentence, but a single stop word", () => {
  expect(listCountedWords("¿Cómo puedo hacer un sorteo, por favor?")).toEqual(["sorteo"]);
  expect(listCountedWords("how do I check “receipts”?")).toEqual(["check", "receipts"]);
  expect(listCountedWords("what is this?")).toEqual([]);
  expect(listCountedWords("de")).toEqual(["de"]);
  expect(listCountedWords("50% {id} / v1_x")).toEqual(["50%", "{id}", "/", "v1_x"]);
});

test.each([
  "validate validation validar validates validación validando",
  "receipt receipts",
  "shipping shipment shipped ships",
  "envío envíos enviar enviado",
  "sorteo sorteos sortear",
  "delivery deliveries deliver",
  "factura facturas facturar facturación",
  "notify notification notifies notifying",
])("gives one stem to %s", (words) => {
  const stems = words.split(" ").map((word) => listCountedWords(word).map(toStem).join());
  expect([...new Set(stems)]).toHaveLength(1);
});

test.each([
  ["shipmnt", ["shipment"]],
  ["trackign", ["tracking"]],
  ["embio", ["envio"]],
  ["valdiacion", ["validacion"]],
  ["prze", ["prize"]],
  ["qr", []],
  ["zzzzzzzz", []],
  ["a".repeat(100_000), []],
])("takes %.20s for %j", (word, meant) => {
  const texts = ["prize shipment tracking", "envio de premios", "validacion de tickets (qr)"];
  expect(findNearWords(word, collectVocabulary(texts).spellings).slice(0, 1)).toEqual(meant);
});

test("marks a word as the entry has it", () => {
  const [entry] = entries.filter(({ slug }) => slug === "receipts-validation");
  if (!entry) throw new Error("no entry");
  expect(listMarkedWords(entry, ["photos", "recipts", "zzzzz"])).toEqual(["photos", "receipt"]);
});

test("gives a counted word back as it was typed", () => {
  expect(findTyped("futbol", "¿Cuándo hay Fútbol?")).toBe("Fútbol");
});
