import type { Locale } from "../locale.ts";
import type { AnswersByKey } from "../submissions/core/questions.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import { es } from "./texts-es.ts";

const assistant = (name: string) => (name ? `The assistant “${name}”` : "An assistant");

const routes: Record<LeadRoute, string> = { qualified: "Qualified", review: "Review", redirect: "Redirect" };

const options: Pick<
  { [Key in keyof AnswersByKey]: Record<AnswersByKey[Key], string> },
  "budget" | "launch_timeline" | "company_scope"
> = {
  budget: { under_10k: "Under USD 10,000", "10k_to_20k": "USD 10,000 to 20,000", over_20k: "Over USD 20,000" },
  launch_timeline: {
    no_date: "No date yet",
    flexible: "There is a date, but it can move",
    hard_date: "A fixed date that cannot move",
  },
  company_scope: {
    local_small_business: "Locally, as a small business",
    regional: "In one country or region",
    multinational: "In several countries",
  },
};

const evaluation = {
  received: "We received your project",
  confirmSubject: (reference: string) => `Please confirm: your project (reference ${reference})`,
  subject: (reference: string) => `We received your project (reference ${reference})`,
  thanks: "Thank you for telling us about your project.",
  sentBy: (agent: string) => `${assistant(agent)} sent us this project in your name.`,
  footer: (company: string) =>
    `${company} sends you this email because this address was given with a project. You can reply to it.`,
  numbered: (id: number) => `Evaluation ${id}`,
  newNumbered: (id: number) => `New: Evaluation ${id}`,
  noticeTitle: "A new evaluation",
  wordsTitle: "The project",
};

const inquiry: typeof evaluation = {
  received: "We received your question",
  confirmSubject: (reference: string) => `Please confirm: your question (reference ${reference})`,
  subject: (reference: string) => `We received your question (reference ${reference})`,
  thanks: "Thank you for writing to us.",
  sentBy: (agent: string) => `${assistant(agent)} sent us this question in your name.`,
  footer: (company: string) =>
    `${company} sends you this email because this address was given with a question. You can reply to it.`,
  numbered: (id: number) => `Inquiry ${id}`,
  newNumbered: (id: number) => `New: Inquiry ${id}`,
  noticeTitle: "A new inquiry",
  wordsTitle: "The message",
};

const en = {
  evaluation,
  inquiry,
  greeting: (name: string) => (name ? `Hello ${name},` : "Hello,"),
  reference: "Reference",
  privacy: (url: string) => `Privacy notice: ${url}`,

  nextTitle: "What happens next",
  answersTitle: "Your answers",
  book: "Book the technical review",
  next: {
    book: "Choose a time that suits you, or reply to this email if none does. The link passes your name, email and reference to the booking page.",
    review: (replyTime: string, date: string) =>
      `Our reply will come to this address within ${replyTime}, by ${date}. If you want to add something before then, reply to this email.`,
    inquiry: (replyTime: string, date: string) =>
      `A person on our team will reply to this address within ${replyTime}, by ${date}. If you want to add something before then, reply to this email.`,
    redirect:
      "You don’t need to do anything else, and you can come back at any time: each project is evaluated from scratch. If you see it differently, reply to this email and a person will look at your answers.",
  },

  consentTitle: "Did you agree to this?",
  consent: {
    claimed: {
      said: (agent: string) =>
        `${assistant(agent)} told us that you agreed to share these details with us and to be contacted. Only you can say whether that is true.`,
      ignored: "If you do nothing, we go by what the assistant told us.",
      preview: (agent: string) => `${assistant(agent)} says that you agreed. Please confirm or withdraw your consent.`,
    },
    unclaimed: {
      said: (agent: string) =>
        `${assistant(agent)} did not tell us whether you agreed to share these details with us and to be contacted. Only you can say.`,
      ignored: "If you do nothing, we keep these details to reply to you.",
      preview: (agent: string) =>
        `${assistant(agent)} did not say whether you agreed. Please confirm or withdraw your consent.`,
    },
  },
  consentLinks: (days: number) =>
    `Either link opens a page where one click is enough. Each link works once, within ${days} days.`,
  confirm: "Yes, I agreed",
  withdraw: "No, erase my details",
  consentUnknown:
    "If you know nothing about this, use the link “No, erase my details”: on the page it opens, one click makes us stop writing to you, and within a day we erase your details from our records.",
  unknown: "If you know nothing about this, please reply to this email and we will erase these details.",

  routes,
  options,
  betweenOptions: "Between two of the options",
  topicSubject: (topic: string) => `about ${topic}`,
  labels: {
    submission: "Reference",
    route: "Route",
    name: "Name",
    role: "Job title",
    company: "Company",
    language: "Language",
    channel: "Sent through",
    topic: "Topic",
    budget: "Budget",
    launch_timeline: "Launch",
    company_scope: "Operates",
    received: "Received",
    due: "Reply due",
    owner: "Owner",
  },
  languages: { en: "English", es: "Spanish" },
  web: "The website",
  agent: (name: string) => (name ? `Assistant: ${name}` : "An assistant"),
  due: (time: string) => `Please reply by ${time}, as promised.`,
  openDesk: "Open at the desk",
  deskFooter: (company: string) =>
    `For the operators of ${company} only. This email contains a person’s details: please do not forward it.`,

  warning: {
    subject: (numbered: string) => `Reply due soon: ${numbered}`,
    title: "A reply is due soon",
    text: (name: string) => `${name} is still waiting for a first reply.`,
  },
  breach: {
    subject: (numbered: string) => `Reply overdue: ${numbered}`,
    title: "A reply is overdue",
    text: (name: string) => `${name} has had no reply, and the deadline we promised has passed.`,
  },
  message: {
    subject: (numbered: string) => `New message: ${numbered}`,
    title: "The person wrote back",
    text: (name: string) => `${name} answered by email.`,
    files: (count: number) => (count === 1 ? "A file came with it." : `${count} files came with it.`),
  },
  mention: {
    subject: (author: string, numbered: string) => `${author} mentioned you: ${numbered}`,
    title: (author: string) => `${author} mentioned you in a note`,
  },
  someone: "A person",
  noOwner: "Nobody yet",
  toOwner: (owner: string) => `${owner}, this one is yours: that is why you are getting this email.`,
  toAll: "You are getting this email because nobody has taken it yet.",
  absentOwner: {
    disabled: {
      fact: (owner: string) => `${owner} (can no longer sign in)`,
      note: (owner: string) =>
        `You are getting this email because ${owner} can no longer sign in. Please take it, or assign it to someone.`,
    },
    off_duty: {
      fact: (owner: string) => `${owner} (off duty)`,
      note: (owner: string) => `You are getting this email because ${owner} is off duty, and you are not.`,
    },
    late: {
      fact: (owner: string) => owner,
      note: (owner: string) =>
        `You are getting this email because it was addressed before ${owner} took this or came back on duty.`,
    },
  },

  assignment: {
    subject: (numbered: string) => `Yours now: ${numbered}`,
    title: "This one is yours now",
    text: (assigner: string) => (assigner ? `${assigner} assigned it to you.` : "It was assigned to you."),
    byRule: (rule: string, isInTurn: boolean) =>
      `The rule “${rule}” assigned it to you${isInTurn ? ": it was your turn" : ""}.`,
  },
  digest: {
    subject: (count: number) => (count === 1 ? "One new submission" : `${count} new submissions`),
    subjectOfOwn: (count: number) =>
      count === 1 ? "One submission is yours now" : `${count} submissions are yours now`,
    title: "New since your last summary",
    titleOfOwn: "These are yours now",
    received: (time: string) => `Received ${time}`,
    due: (time: string) => `Reply due ${time}`,
    owner: (name: string) => `Owner: ${name}`,
    yours: "Yours",
    more: (count: number) => (count === 1 ? "One more is in the inbox." : `${count} more are in the inbox.`),
    open: "Open the inbox",
  },
  overview: {
    subject: (day: string, total: string) =>
      `Week of ${day}: ${total === "1" ? "one submission" : `${total} submissions`}`,
    preview: (qualified: string, late: string) => `Qualified: ${qualified}. Late now: ${late}.`,
    title: (first: string, last: string) => `The week from ${first} to ${last}`,
    before: (value: string) => `${value} the week before`,
    total: "Submissions",
    inquiries: "Inquiries",
    won: "Won",
    replies: "Replies",
    due: "Due",
    inTime: "On time",
    late: "Late now",
    lostTitle: "Lost, and why",
    lost: "Lost",
    otherReasons: "Other reasons",
    assistants: "What assistants sent",
    allAssistants: "All assistants",
    unnamed: "A name that cannot be seen",
    open: "Open the overview",
    footer: (company: string) => `For the operators of ${company} only: please do not forward it.`,
  },
  deskSender: (company: string) => `${company} desk`,
  choices: (url: string) => `Choose which emails you get: ${url}`,

  replyFooter: (reference: string, company: string) =>
    `Reference ${reference}. Reply to this email to reach ${company}.`,
};

export type MailTexts = typeof en;

export const mailTexts: Record<Locale, MailTexts> = { en, es };
