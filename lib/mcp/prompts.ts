import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Locale } from "../domain/locale.ts";
import { codePointLength } from "../domain/schema-kit.ts";
import { getTextBounds } from "../domain/submissions/core/field-faults.ts";
import { assistantText } from "../i18n/texts.ts";
import { quote } from "../markdown/write.ts";
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

export function getPrompt(asked: string, given: Record<string, string>, { site }: Door): GetPromptResult {
  const language = Locale.safeParse(given.language || "en").data;
  const project = given.project ?? "";
  if (asked !== promptName) throwInvalidParams(`There is no such prompt. The prompt is ${promptName}.`);
  if (!language) throwInvalidParams("language must be en or es.");
  if (codePointLength(project) > projectMax)
    throwInvalidParams(`project must be text of at most ${projectMax} characters.`);
  const t = assistantText(language);
  const text = [
    t("prompt.ask", { company: site.name }),
    ...(project.trim() ? [`${t("prompt.project")}\n${quote(project)}`] : []),
  ].join("\n\n");
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

function throwInvalidParams(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
