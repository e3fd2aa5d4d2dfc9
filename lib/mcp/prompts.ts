import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Locale } from "../domain/locale.ts";
import { codePointLength } from "../domain/schema-kit.ts";
import { getTextBounds } from "../domain/submissions/core/field-faults.ts";
import { quote } from "../markdown/quote.ts";
import type { Door } from "./door.ts";

export const promptName = "evaluate_my_project";
const { max: projectMax = 0 } = getTextBounds("projectDescription");

export const prompts: Prompt[] = [
  {
    name: promptName,
    title: "Evaluate my project",
    description: "Asks the assistant to go through the nine questions with the person, and to submit once they agree.",
    arguments: [
      { name: "language", description: "Language of the conversation: en is English, es is Spanish." },
      { name: "project", description: `What the person wants to build, in at most ${projectMax} characters.` },
    ],
  },
];

const texts: Record<Locale, { ask: (company: string) => string; project: string }> = {
  en: {
    ask: (company) =>
      `I want to know whether ${company} is the right partner for my marketing project. Get the nine questions from get_evaluation_questions and ask me one after the other. Then ask me for my name, job title, company and email, show me everything that you would send, and ask whether I agree that it is shared with ${company} and that they contact me. Only if I agree, call submit_evaluation once and tell me its message word for word.`,
    project: "My project:",
  },
  es: {
    ask: (company) =>
      `Quiero saber si ${company} es el socio adecuado para mi proyecto de marketing. Obtenga las nueve preguntas con get_evaluation_questions y hágamelas una por una. Después pídame mi nombre, mi puesto, mi empresa y mi correo, muéstreme todo lo que enviaría y pregúnteme si acepto que se comparta con ${company} y que se comuniquen conmigo. Solo si acepto, llame a submit_evaluation una vez y dígame su mensaje palabra por palabra.`,
    project: "Mi proyecto:",
  },
};

/** @throws ProtocolError for another prompt or a wrong argument */
export function getPrompt(asked: string, given: Record<string, string>, { site }: Door): GetPromptResult {
  const language = Locale.safeParse(given.language || "en").data;
  const project = given.project ?? "";
  if (asked !== promptName) refuse(`There is no such prompt. The prompt is ${promptName}.`);
  if (!language) refuse("language must be en or es.");
  if (codePointLength(project) > projectMax) refuse(`project must be text of at most ${projectMax} characters.`);
  const { ask, project: opening } = texts[language];
  const text = [ask(site.name), ...(project.trim() ? [`${opening}\n${quote(project)}`] : [])].join("\n\n");
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
