import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { describeNearSearch, listMarkedWords, rankEntries, rankExactMatches, selectNearEntries } from "./rank.ts";
import { CatalogDraft } from "./schema.ts";
import { toSearchText } from "./search.ts";
import { findWordAsTyped, listSignificantWords, toStem } from "./search-words.ts";
import { collectVocabulary, expandWord, findNearWords, splitSignificantWords } from "./vocabulary.ts";

const folder = path.join(import.meta.dirname, "../../../prisma/seed/entries");
const entries = fs
  .readdirSync(folder)
  .map((name) => CatalogDraft.parse(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))))
  .filter(({ published }) => published);
const texts = entries.map(toSearchText);
const vocabulary = collectVocabulary(texts, texts.length);

/** Searches like the catalog list, without a database. */
function search(text: string) {
  const words = listSignificantWords(text);
  const exact = entries.filter((_entry, at) => words.every((word) => texts[at]?.includes(word)));
  if (exact.length) return { slugs: rankExactMatches(exact, words).map(({ slug }) => slug), near: null };
  const wanted = splitSignificantWords(words).map((word) => expandWord(word, vocabulary));
  const ranked = selectNearEntries(rankEntries(entries, wanted), wanted.length);
  return { slugs: ranked.map(({ entry }) => entry.slug), near: describeNearSearch(wanted, ranked) };
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
    ["how do I make sure the raffle isn't rigged", "prize-draws"],
    ["opt-in management", "whatsapp-sms-messaging"],
    ["tier levels for members gold silver", "loyalty-points"],
    ["checar si un ticket ya fue usado antes", "receipts-validation"],
    ["sacar 100 ganadores suplentes", "prize-draws"],
    ["selección de ganadores", "prize-draws"],
    ["envios a honduras y nicaragua", "prize-shipments"],
    ["pasar los datos a nuestro dwh", "campaign-export"],
    ["datawarehouse integration", "campaign-export"],
    ["prize fulfillment in Panama", "prize-shipments"],
    ["estado de mi paquete", "prize-shipments"],
    ["programa de cliente frecuente", "loyalty-points"],
    ["que cada uno de los 500 reciba un mensaje", "whatsapp-sms-messaging"],
    ["resibo", "receipts-validation"],
    ["permiso de gobernasion", "prize-draws"],
    ["revicion de tiquetes", "receipts-validation"],
  ])("for the search %j, finds the entry %s first", (question, slug) => {
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
    "stock market quotes",
    "credit score check",
    "daily horoscope",
    "citas médicas",
    "noticias del día",
    "traducir un texto",
    "pedir comida a domicilio",
  ])("finds no entry for the search %j", (question) => {
    expect(search(question).slugs).toEqual([]);
  });
});

describe("a search without an entry that has all words", () => {
  test("corrects two misspelled words of a search", () => {
    const { slugs, near } = search("prize shipmnt");
    expect(slugs).toEqual(["prize-shipments"]);
    expect(near).toEqual({ meant: ["prize", "shipment"], leftOut: [], hasCorrection: true });
    expect(search("przie shipmnt").near?.meant).toEqual(["prize", "shipment"]);
  });

  test("finds only entries with every word in some form, if there are any", () => {
    expect(search("validating receipts").slugs).toEqual(["receipts-validation"]);
  });

  test("names the words that the best entry lacks", () => {
    const { slugs, near } = search("sorteo en Honolulu");
    expect(slugs[0]).toBe("prize-draws");
    expect(near).toMatchObject({ meant: ["sorteo"], leftOut: ["honolulu"], hasCorrection: false });
  });

  test("suggests a similar word and words to leave out if no entry is similar enough", () => {
    expect(search("hotel flight insurance weather recipt")).toEqual({
      slugs: [],
      near: { meant: ["receipt"], leftOut: ["hotel", "flight", "insurance", "weather"], hasCorrection: true },
    });
  });

  test("suggests nothing if an entry has all words", () => {
    expect(search("sorteo inspector").near).toBeNull();
  });
});

test("ignores stop words and punctuation, unless the search is a single stop word", () => {
  expect(listSignificantWords("¿Cómo puedo hacer un sorteo, por favor?")).toEqual(["sorteo"]);
  expect(listSignificantWords("how do I check “receipts”?")).toEqual(["check", "receipts"]);
  expect(listSignificantWords("what is this?")).toEqual([]);
  expect(listSignificantWords("de")).toEqual(["de"]);
  expect(listSignificantWords("50% {id} / v1_x")).toEqual(["50%", "{id}", "/", "v1_x"]);
});

test("reads a word with very many signs before the test runs out of time", () => {
  const word = `a${"!".repeat(300_000)}a`;
  expect(listSignificantWords(`${word}!`)).toEqual([word]);
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
])("gives the same stem to the words %s", (words) => {
  const stems = words.split(" ").map((word) => listSignificantWords(word).map(toStem).join());
  expect([...new Set(stems)]).toHaveLength(1);
});

test.each([
  ["shipmnt", ["shipment"]],
  ["trackign", ["tracking"]],
  ["embio", ["envio"]],
  ["valdiacion", ["validacion"]],
  ["prze", ["prize"]],
  ["ptize", ["prize"]],
  ["prime", []],
  ["parallamente", ["paralelamente"]],
  ["qr", []],
  ["zzzzzzzz", []],
  ["a".repeat(100_000), []],
])("corrects the search word %.20s to %j", (word, meant) => {
  const texts = ["prize shipment tracking", "envio de premios", "validacion de tickets (qr)", "paralelamente"];
  expect(findNearWords(word, collectVocabulary(texts).spellings).slice(0, 1)).toEqual(meant);
});

test("marks a search word in the form that the entry contains", () => {
  const [entry] = entries.filter(({ slug }) => slug === "receipts-validation");
  if (!entry) throw new Error("no entry");
  expect(listMarkedWords(entry, ["photos", "recipts", "zzzzz"])).toEqual(["photos", "receipt"]);
});

test("distinguishes the words customers and customs", () => {
  expect(search("customers").slugs).not.toContain("prize-shipments");
  expect(listSignificantWords("where's my customer's parcel, isn’t it late?")).toEqual(["customer", "parcel", "late"]);
});

test("returns a search word as the visitor typed it", () => {
  expect(findWordAsTyped("futbol", "¿Cuándo hay Fútbol?")).toBe("Fútbol");
});
