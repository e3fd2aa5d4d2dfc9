import { fold } from "../spelling.ts";

/** Words of both languages that say nothing about the topic of a search, in lower case and without accents. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about across after again all also although always am among an and another any anybody anyone anything api apis app
  apps are as ask asking at automatically be because been before being best better between both business but by can
  cannot cant come companies company could did didnt do does doesnt doing done dont during each easily easy else
  endpoint endpoints ever every everyone everything few find first five for four from get gets getting give gives go
  goes going good got had handle handling has have having he hello help helps her here hey hi him his how however
  hundred i id if ill im in information integrate integration integrations into is isnt it its ive just kind know last
  let lets like ll look looking lot make makes making manage management manager managing many may me might more most
  much must my need needed needs new no not now of off offer offers ok on once one ones only or other our out over own
  people per person platform please pls plz possible really right s same say see service services set shall she should
  show six so software solution solutions some somebody someone something sort start still such support supports sure
  system systems t tell ten than thank thanks that thats the their them then there these they thing things this those
  though thousand three through time times to too tool tools try trying two under until up us use used using ve very via
  want wanted wants was way ways we well were what whats when where whether which while who whose why will wish with
  within without wont work works would year years yes yet you your yours
  actualmente ademas ahi ahora al algo alguien algun alguna algunas alguno algunos ano anos ante antes aplicacion aqui
  asi aun aunque ayuda ayudan ayudar ayudarme ayudarnos ayuden bien buenas bueno buenos busca buscamos buscando busco
  cada casi cien ciento cinco como con cosa cosas cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuatro
  cuenta cuentan cuya cuyas cuyo cuyos da dan dar darle darles darse de debe debemos deben debo decir del desde desea
  deseamos deseo dia dias dice diez donde dos durante e el ella ellas ellos empresa empresas en encuentro entre era eres
  es esa esas ese eso esos esta estamos estan estar estas este esto estos estoy favor forma fue gente gestion gestionar
  gracias gustaria ha habia hace hacemos hacen hacer hacerlo hacia hago han hasta hay haya he hemos herramienta
  herramientas hola hoy hubo informacion integracion integrar ir la las le les lo los luego manejan manera mas me mejor
  menos mi mia mientras mil mis misma mismas mismo mismos mucha muchas mucho muchos muy nada necesita necesitamos
  necesitan necesitar necesito negocio ni ningun ninguna no nos nosotros nuestra nuestras nuestro nuestros nunca o
  ocupamos ocupo ofrece ofrecen os otra otras otro otros para pasa pasado pasan pasar pedir pero persona personas pide
  piden plataforma poco podemos poder podria podriamos podrian por porfa porque posible pregunta primero pueda puedan
  puede pueden puedo pues que queda quedan queremos quien quienes quiera quiere quieren quiero quisiera quisieramos
  realizar saben saber se sea sean segun seis ser sera servicio servicios si sido siempre sin sino sirve sirven sistema
  sistemas sobre solo solucion soluciones somos son soy su sus tal tales tambien tan tanto tardes te tenemos tener tengo
  ti tiene tienen toda todas todo todos tras trata tres tu tus u ud un una unas uno unos usa usado usan usar uso usted
  ustedes va vamos van veces ver vez y ya yo`.split(/\s+/),
);

/** Stems of words that mean the same in the business of promotions, in both languages, one meaning per line. */
const sameMeaning = `draw raffle lotter sweepstake giveaway contest sorteo concurs sorte rifa loteri tombol
  shipment shipping ship parcel packag deliver courier dispatch handed handov arriv fulfil lleg envi paquet encomiend entreg guia
  receipt ticket tiquet recibo comprobant
  invoice bill factur cfdi
  prize gift premi regal award
  sms otp text messag mensaj mensajit
  whatsapp watsap whatsap wasap guasap whats wats
  loyalt frequent fidelity frecuent moneder fidelidad fideliz lealtad
  point punt
  reward recompens
  coupon voucher cupon
  shop store retail supermarket supermercad tiend comerci
  shopkeeper storekeeper tender pulper abarrot
  buyer shopper customer comprador client consum
  winner won ganador gano ganaron ganar
  export extract download exportac descarg bajar
  warehous datawarehous lake etl dwh almacen bodeg
  file csv excel spreadsheet archiv ficher
  permit licen legal permis segob gobern
  consent optin unsubscrib optout baja consentim
  address direcc domicili
  duplicat repeat twice duplicad repetid
  fraud fraudulent fake cheat falso fals trampa
  photo photograph pictur imag foto fotograf
  redeem exchang redempt canje canj
  check checar confirm verif validat review revis verific comprob valid
  send mail mand envi
  track follow rastre segui trac
  night nightly daily nocturn noch madrugad diari
  balance sald
  expir vencim venc caduc
  templat plantill
  customs aduan
  phone telefon celular movil
  participant entrant participac
  proof prove proven evidenc prueb prob evidenci constanc certificat demonstr demostr
  read leer lee lectur scan escane ocr
  campaign promotion promo campan promoc
  notif alert inform remind avis recordator notific
  return devolu devuelt devolv
  pick choos selec eleg elig escog sacar
  sign signatur firm firma
  buy purchas compra
  spend amount mont gast
  complain complaint quej reclam
  card tarjet
  seller salesperson vendedor promotor
  distributor wholesal distribuidor mayorist
  reject declin refus deni rechaz
  member user socio miembro integrant usuari
  earn accumul collect acumul abon sumar
  audit auditor fair transparent honest just
  upload submit subir suba suben sube regist
  countr pais nacion
  random azar aleatori
  tier level nivel
  centroameric guatemal hondur nicaragu salvador costa rica panam
  status estatus estado
  substitut alternat backup suplent`
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

const stemMin = 4;
/** Endings of plurals, verbs and nouns in both languages. */
const endings = new Set(
  `ication asiones aciones iciones izacion amiento imiento ations asion acion icion arlas arlos erlos irlos aremos icate ating iendo ieron ments tions ation
  eria erias oria erie amos emos imos ated ando aron aste adas ados idas idos arla arlo arle erla erlo irlo ment tion cion ings ying dores dora able
  ada ado ear eo ery ida ido dor aba ara are iar ies ing ers ate ied ion ity mos ar er ie ir as os es an en ed or ry ly ia io a e i o s
  y`.split(/\s+/),
);
const endingMax = 7;

/** Words whose stem would be that of another word: "customs", "recibir" (to receive) and "notices". */
const unlikeTheirStems = new Set(["customer", "recibo", "noticia"]);

/** Returns the beginning that the forms of a word share, such as `valid` of "validation", "validar" and "validates". */
export function toStem(word: string): string {
  if (!/^\p{L}+$/u.test(word)) return word;
  const plural = word.length > stemMin && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  if (unlikeTheirStems.has(plural)) return plural;
  let length = Math.min(endingMax, plural.length - stemMin);
  while (length > 0 && !endings.has(plural.slice(-length))) length--;
  const stem = length > 0 ? plural.slice(0, -length) : plural;
  return /([bdgmnpt])\1$/.test(stem) && stem.length > stemMin ? stem.slice(0, -1) : stem;
}

export const synonymStems = [...new Set(sameMeaning.flat())];

/** Returns the stems of words with the same meaning, without the word's own. */
export function listSynonyms(word: string): string[] {
  const stem = toStem(word);
  const isSame = (each: string) => toStem(each) === stem || (each.length > stemMin && word.startsWith(each));
  return [...new Set(sameMeaning.filter((line) => line.some(isSame)).flat())].filter((each) => !isSame(each));
}

/** Punctuation of sentences around a word. Other signs, such as % and _, are part of the word. */
const sign = String.raw`[.,;:!?\u00bf\u00a1"'“”‘’«»()…]`;
const around = new RegExp(`^${sign}+|(?<!${sign})${sign}+$`, "gu");

function normalizeWord(word: string): string {
  const folded = fold(word);
  if (!/[\p{L}\p{N}]/u.test(folded)) return folded;
  return folded
    .replace(around, "")
    .replace(/['’]s$/, "")
    .replace(/n['’]t$/, "nt");
}

/** Omits stop words, unless the search is a single one, which may be the beginning of another word. */
export function listSignificantWords(search: string): string[] {
  const whole = search.replaceAll(/\bwhats\s+app\b/giu, "whatsapp");
  const words = [...new Set(whole.split(/\s+/).map(normalizeWord).filter(Boolean))];
  return words.length > 1 ? words.filter((word) => !stopWords.has(word)) : words;
}

/** Returns the spelling in which the visitor typed a normalized word. */
export function findWordAsTyped(word: string, search: string): string {
  const typed = search.split(/\s+/).find((each) => normalizeWord(each) === word);
  return typed?.replace(around, "") || word;
}
