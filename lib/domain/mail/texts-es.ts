import type { MailTexts } from "./texts.ts";

const assistant = (name: string) => (name ? `El asistente “${name}”` : "Un asistente");

export const es: MailTexts = {
  evaluation: {
    received: "Recibimos su proyecto",
    confirmSubject: (reference) => `Por favor, confirme: su proyecto (referencia ${reference})`,
    subject: (reference) => `Recibimos su proyecto (referencia ${reference})`,
    thanks: "Gracias por contarnos su proyecto.",
    sentBy: (agent) => `${assistant(agent)} nos envió este proyecto en su nombre.`,
    footer: (company) =>
      `${company} le envía este correo porque alguien indicó esta dirección al enviar un proyecto. Puede responder a este correo.`,
    numbered: (id) => `Evaluación ${id}`,
    newNumbered: (id) => `Nueva evaluación ${id}`,
    noticeTitle: "Nueva evaluación",
    wordsTitle: "El proyecto",
  },
  inquiry: {
    received: "Recibimos su pregunta",
    confirmSubject: (reference) => `Por favor, confirme: su pregunta (referencia ${reference})`,
    subject: (reference) => `Recibimos su pregunta (referencia ${reference})`,
    thanks: "Gracias por escribirnos.",
    sentBy: (agent) => `${assistant(agent)} nos envió esta pregunta en su nombre.`,
    footer: (company) =>
      `${company} le envía este correo porque alguien indicó esta dirección al enviar una pregunta. Puede responder a este correo.`,
    numbered: (id) => `Consulta ${id}`,
    newNumbered: (id) => `Nueva consulta ${id}`,
    noticeTitle: "Nueva consulta",
    wordsTitle: "El mensaje",
  },
  greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
  reference: "Referencia",
  privacy: (url) => `Aviso de privacidad: ${url}`,

  nextTitle: "Qué sigue",
  answersTitle: "Sus respuestas",
  book: "Reservar la revisión técnica",
  next: {
    book: "Elija el horario que le convenga; si ninguno le conviene, responda a este correo. El enlace comparte su nombre, su correo y su referencia con la página de reservas.",
    review: (replyTime, date) =>
      `La respuesta llegará a esta dirección en un plazo de ${replyTime}, a más tardar el ${date}. Si quiere agregar algo mientras tanto, responda a este correo.`,
    inquiry: (replyTime, date) =>
      `Una persona del equipo responderá a esta dirección en un plazo de ${replyTime}, a más tardar el ${date}. Si quiere agregar algo mientras tanto, responda a este correo.`,
    redirect:
      "No tiene que hacer nada más y puede volver cuando quiera: cada envío se evalúa desde cero. Si lo ve de otra manera, responda a este correo y una persona revisará sus respuestas.",
  },

  consentTitle: "¿Dio usted su consentimiento?",
  consent: {
    claimed: {
      said: (agent) =>
        `${assistant(agent)} nos indicó que usted aceptó compartir estos datos con nosotros y que nos comuniquemos con usted. Solo usted puede decir si es así.`,
      ignored: "Si no hace nada, nos atenemos a lo que indicó el asistente.",
      preview: (agent) =>
        `${assistant(agent)} indica que usted aceptó. Por favor, confirme o revoque su consentimiento.`,
    },
    unclaimed: {
      said: (agent) =>
        `${assistant(agent)} no nos indicó si usted aceptó compartir estos datos con nosotros y que nos comuniquemos con usted. Solo usted puede decirlo.`,
      ignored: "Si no hace nada, conservamos estos datos para responderle.",
      preview: (agent) =>
        `${assistant(agent)} no indicó si usted aceptó. Por favor, confirme o revoque su consentimiento.`,
    },
  },
  consentLinks: (days) =>
    `Cualquiera de los dos enlaces abre una página en la que basta un clic. Cada enlace funciona una sola vez, durante ${days} días.`,
  confirm: "Sí, di mi consentimiento",
  withdraw: "No, eliminar mis datos",
  consentUnknown:
    "Si no sabe nada de esto, abra el enlace “No, eliminar mis datos”: en la página basta un clic para que dejemos de escribirle, y en el plazo de un día eliminamos sus datos de nuestros registros.",
  unknown: "Si no sabe nada de esto, por favor responda a este correo y eliminaremos estos datos.",

  routes: { qualified: "Calificado", review: "Por revisar", redirect: "Redirigido" },
  options: {
    budget: {
      under_10k: "Menos de USD 10,000",
      "10k_to_20k": "De USD 10,000 a 20,000",
      over_20k: "Más de USD 20,000",
    },
    launch_timeline: {
      no_date: "Todavía sin fecha",
      flexible: "Hay una fecha, pero se puede mover",
      hard_date: "Una fecha fija que no se puede mover",
    },
    company_scope: {
      local_small_business: "A nivel local, como negocio pequeño",
      regional: "En un solo país o zona",
      multinational: "En varios países",
    },
  },
  betweenOptions: "Entre dos de las opciones",
  topicSubject: (topic) => `sobre ${topic}`,
  labels: {
    submission: "Referencia",
    route: "Ruta",
    name: "Nombre",
    role: "Puesto",
    company: "Empresa",
    language: "Idioma",
    channel: "Canal",
    topic: "Tema",
    budget: "Presupuesto",
    launch_timeline: "Lanzamiento",
    company_scope: "Opera",
    received: "Recibido",
    due: "Vence",
    owner: "Responsable",
  },
  languages: { en: "Inglés", es: "Español" },
  web: "Sitio web",
  agent: (name) => (name ? `Asistente ${name}` : "Un asistente"),
  due: (time) => `Responda a más tardar el ${time}, como prometimos.`,
  openDesk: "Abrir en el escritorio",
  deskFooter: (company) =>
    `Solo para los operadores de ${company}. Este correo contiene datos de una persona: por favor, no lo reenvíe.`,

  warning: {
    subject: (numbered) => `La respuesta vence pronto: ${numbered}`,
    title: "La respuesta vence pronto",
    text: (name) => `${name} aún espera la primera respuesta.`,
  },
  breach: {
    subject: (numbered) => `Respuesta fuera de plazo: ${numbered}`,
    title: "Respuesta fuera de plazo",
    text: (name) => `${name} no ha recibido respuesta, y ya pasó el plazo que prometimos.`,
  },
  message: {
    subject: (numbered) => `Nuevo mensaje: ${numbered}`,
    title: "La persona respondió",
    text: (name) => `${name} respondió por correo.`,
    files: (count) => (count === 1 ? "Adjuntó un archivo." : `Adjuntó ${count} archivos.`),
  },
  mention: {
    subject: (author, numbered) => `Mención de ${author}: ${numbered}`,
    title: (author) => `Mención de ${author} en una nota`,
  },
  someone: "Una persona",
  noOwner: "Nadie todavía",
  toOwner: (owner) => `${owner}, este envío está a su cargo: por eso recibe este correo.`,
  toAll: "Recibe este correo porque nadie ha tomado este envío todavía.",
  absentOwner: {
    disabled: {
      fact: (owner) => `${owner} (ya no puede iniciar sesión)`,
      note: (owner) =>
        `Recibe este correo porque ${owner} ya no puede iniciar sesión. Por favor, tome este envío o asígnelo a alguien.`,
    },
    off_duty: {
      fact: (owner) => `${owner} (fuera de turno)`,
      note: (owner) => `Recibe este correo porque ${owner} está fuera de turno y usted no.`,
    },
    late: {
      fact: (owner) => owner,
      note: (owner) =>
        `Recibe este correo porque se le dirigió antes de que ${owner} tomara este envío o volviera a su turno.`,
    },
  },

  assignment: {
    subject: (numbered) => `Ahora a su cargo: ${numbered}`,
    title: "Este envío está ahora a su cargo",
    text: (assigner) => (assigner ? `${assigner} le asignó este envío.` : "Se le asignó este envío."),
    byRule: (rule, isInTurn) => `La regla “${rule}” le asignó este envío${isInTurn ? ": era su turno" : ""}.`,
  },
  digest: {
    subject: (count) => (count === 1 ? "Un envío nuevo" : `${count} envíos nuevos`),
    subjectOfOwn: (count) =>
      count === 1 ? "Un envío está ahora a su cargo" : `${count} envíos están ahora a su cargo`,
    title: "Lo nuevo desde su último resumen",
    titleOfOwn: "Ahora a su cargo",
    received: (time) => `Recibido el ${time}`,
    due: (time) => `Responder a más tardar el ${time}`,
    owner: (name) => `A cargo de ${name}`,
    yours: "A su cargo",
    more: (count) => (count === 1 ? "Hay uno más en la bandeja." : `Hay ${count} más en la bandeja.`),
    open: "Abrir la bandeja",
  },
  overview: {
    subject: (day, total) => `Semana del ${day}: ${total === "1" ? "un envío" : `${total} envíos`}`,
    preview: (qualified, late) => `Calificados: ${qualified}. Fuera de plazo ahora: ${late}.`,
    title: (first, last) => `La semana del ${first} al ${last}`,
    before: (value) => `${value} la semana anterior`,
    total: "Envíos",
    inquiries: "Consultas",
    won: "Ganados",
    replies: "Respuestas",
    due: "Vencían",
    inTime: "A tiempo",
    late: "Fuera de plazo ahora",
    lostTitle: "Envíos perdidos y por qué",
    lost: "Perdidos",
    otherReasons: "Otros motivos",
    assistants: "Lo que enviaron los asistentes",
    allAssistants: "Todos los asistentes",
    unnamed: "Un nombre invisible",
    open: "Abrir el panorama",
    footer: (company) => `Solo para los operadores de ${company}: por favor, no lo reenvíe.`,
  },
  deskSender: (company) => `Escritorio de ${company}`,
  choices: (url) => `Elija qué correos recibe: ${url}`,

  replyFooter: (reference, company) => `Referencia ${reference}. Para escribir a ${company}, responda a este correo.`,
};
