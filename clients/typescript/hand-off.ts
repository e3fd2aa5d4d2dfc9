import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/** Only `form` and `language` are required. The form ignores values outside the contract's bounds. */
export type HandOff = {
  language: "en" | "es";
  /** The assistant's name, within the same bounds as `agentName`. */
  assistant?: string;
} & (
  | {
      form: "evaluation";
      answers?: Partial<Schemas["EvaluationAnswersByKey"]>;
      values?: Typed<Schemas["EvaluationInput"]>;
    }
  | {
      form: "contact";
      /** Slug of the API that the question is about. */
      topic?: Schemas["ContactInput"]["topic"];
      values?: Omit<Typed<Schemas["ContactInput"]>, "topic">;
    }
);

/** The fields that a person types, without the answers and the fields that a program adds. */
type Typed<Input> = Partial<
  Omit<
    Input,
    | ("answers" | "answersByKey" | "language" | "sourcePage" | "channel" | "agentName" | "userConsent")
    | ("utm" | "landingPage" | "referrer" | "website")
  >
>;

const paths = {
  evaluation: { en: "/en/evaluation", es: "/es/evaluacion" },
  contact: { en: "/en/contact", es: "/es/contacto" },
};

/**
 * Returns a link that opens a form with these values, for an assistant that cannot submit. The person checks, changes
 * and sends the form. The person's words are only in the URL's fragment, which browsers never send.
 * @param siteUrl origin of the service, such as https://www.example.com
 */
export function getHandOffLink(siteUrl: string, handOff: HandOff): string {
  const { form, language, assistant, values = {} } = handOff;
  const asked = form === "evaluation" ? handOff.answers : { topic: handOff.topic };
  const link = new URL(paths[form][language], siteUrl);
  link.search = formatQuery({ ...asked, assistant });
  link.hash = formatQuery(values);
  return link.href;
}

function formatQuery(values: Record<string, string | undefined>): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
}
