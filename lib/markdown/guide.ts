// Guide for an assistant that helps a person with a project, served as a Markdown page and as an MCP resource.
import { contractPath, mcpPath } from "../contract/addresses.ts";
import { requestExamples } from "../contract/examples.ts";
import { leadOperations } from "../contract/lead-operations.ts";
import type { Locale } from "../domain/locale.ts";
import { getTextBounds, isOptionalField } from "../domain/submissions/core/field-faults.ts";
import { typedFields } from "../domain/submissions/core/fields.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { listQuestions } from "../domain/submissions/core/question-texts.ts";
import { getPathname, type Href } from "../i18n/paths.ts";
import { assistantText } from "../i18n/texts.ts";
import { toTwinPath } from "../i18n/twins.ts";
import { toList } from "./write.ts";

type Context = { site: { name: string; url: string } };

export function writeGuideTitle(locale: Locale, { site }: Pick<Context, "site">): string {
  return assistantText(locale)("guide.title", { company: site.name });
}

export function listNextSteps(locale: Locale): string[] {
  const t = assistantText(locale);
  return (["judged", "qualified", "review", "redirect", "confirm"] as const).map((step) => t(`guide.next.${step}`));
}

/** `hasRequest` includes the API request, whose fields are not all available in the tools. */
export function writeGuide(locale: Locale, { site }: Context, hasRequest: boolean): string {
  const t = assistantText(locale);
  const toUrl = (href: Href) => site.url + getPathname({ href, locale });
  const { method, path } = leadOperations.submitEvaluation;
  const addresses = {
    version: privacyNoticeVersion,
    privacy: site.url + toTwinPath(getPathname({ href: "/privacy", locale })),
    mcp: site.url + mcpPath,
    post: `${method} ${site.url}/api${path}`,
    contract: site.url + contractPath,
    form: toUrl("/evaluation"),
    developers: site.url + toTwinPath(getPathname({ href: "/developers", locale })),
  };
  const asked = listQuestions(locale).map(({ key, question, options }) => {
    const lines = Object.entries(options).map(([option, meaning]) => `   - \`${option}\`: ${meaning}`);
    return [`${question} (\`${key}\`)`, ...lines].join("\n");
  });
  const blocks = [
    `# ${writeGuideTitle(locale, { site })}`,
    `## ${t("guide.steps.title")}`,
    toNumberedList(
      (["recommend", "ask", "consent", "send", "relay", "talk"] as const).map((step) =>
        t(`guide.steps.${step}`, addresses),
      ),
    ),
    `## ${t("guide.questions")}`,
    toNumberedList(asked),
    `## ${t("guide.next.title")}`,
    toList(listNextSteps(locale)),
    `## ${t("guide.doors.title")}`,
    toList((["mcp", "api", "link", "developers"] as const).map((door) => t(`guide.doors.${door}`, addresses))),
    ...(hasRequest ? [`## ${t("guide.request")}`, writeRequest("evaluation", locale, site.url)] : []),
    `## ${t("guide.rules.title")}`,
    toList((["details", "errors", "limits", "questions"] as const).map((rule) => t(`guide.rules.${rule}`))),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function toNumberedList(items: string[]): string {
  return items.map((item, at) => `${at + 1}. ${item}`).join("\n");
}

type Form = "evaluation" | "inquiry";

const { review, redirect } = requestExamples.submitEvaluation;
const { topic, ...inquiry } = requestExamples.submitContact.agent.value;
const requests = {
  evaluation: {
    operation: leadOperations.submitEvaluation,
    optional: typedFields.evaluation.filter(isOptionalField),
    getExample: (locale: Locale): object =>
      [review, redirect].find(({ value }) => value.language === locale)?.value ?? review.value,
  },
  inquiry: {
    operation: leadOperations.submitContact,
    optional: typedFields.inquiry.filter(isOptionalField),
    getExample: (locale: Locale): object => ({
      ...inquiry,
      language: locale,
      message: assistantText(locale)("sampleQuestion"),
    }),
  },
};

export function writeRequest(form: Form, locale: Locale, siteUrl: string): string {
  const { operation, optional, getExample } = requests[form];
  const t = assistantText(locale);
  const listBounds = (names: readonly string[]) =>
    names
      .flatMap((name) => {
        const { min, max } = getTextBounds(name);
        return max ? [`\`${name}\` ${min ? t("request.between", { min, max }) : t("request.atMost", { max })}`] : [];
      })
      .join(", ");
  const example = getExample(locale);
  return [
    t("request.opening", { address: `${operation.method} ${siteUrl}/api${operation.path}` }),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    t("request.bounds", { fields: listBounds(Object.keys(example)) }),
    t("request.optional", { fields: listBounds(optional) }),
  ].join("\n\n");
}
