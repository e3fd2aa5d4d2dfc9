import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/** All but `form` and `language` is optional; a value out of the contract's bounds is ignored by the form. */
export type HandOff = {
  language: "en" | "es";
  /** The assistant's name, with the bounds of `agentName`. */
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

/** The fields that a person types, without the answers and what a program adds. */
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
 * The link that opens a form filled, for an assistant that cannot submit: the person reads, changes and sends it. What
 * the person says stands only in the fragment, which no server sees.
 * @param siteUrl origin of the service, such as https://www.example.com
 */
export function getHandOffLink(siteUrl: string, handOff: HandOff): string {
  const { form, language, assistant, values = {} } = handOff;
  const asked = form === "evaluation" ? handOff.answers : { topic: handOff.topic };
  const link = new URL(paths[form][language], siteUrl);
  link.search = format({ ...asked, assistant });
  link.hash = format(values);
  return link.href;
}

function format(values: Record<string, string | undefined>): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
}
