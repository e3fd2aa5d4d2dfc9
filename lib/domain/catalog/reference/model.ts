import type { Locale } from "../../locale.ts";

export type Reference = {
  language: Locale | null;
  format: string;
  version: string;
  description: string;
  servers: ServerView[];
  schemes: SchemeView[];
  groups: GroupView[];
  moreOperations: number;
};

export type ServerView = { url: string; description: string };

export type SchemeView = {
  name: string;
  kind: "apiKey" | "bearer" | "basic" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** For `apiKey`, the place and name of the key; for `http`, the scheme. */
  at: { place: string; name: string } | null;
  description: string;
};

export type GroupView = {
  id: string;
  /** Index of the service to which these operations belong, or null for a group by tag. */
  service: number | null;
  title: string;
  description: string;
  operations: OperationView[];
};

export type OperationView = {
  id: string;
  operationId: string;
  method: string;
  path: string;
  isWebhook: boolean;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** When the operation ends, as the document says (`x-sunset`). */
  sunset: Date | null;
  /** Alternatives, each a list of schemes. Empty if no credential is needed, null for the document's default. */
  security: string[] | null;
  parameters: ParameterView[];
  moreParameters: number;
  body: BodyView | null;
  responses: ResponseView[];
  moreResponses: number;
  /** Null for webhooks, and without an absolute address of the server. */
  call: CallView | null;
};

export type CallView = { method: string; url: string; headers: NamedValue[]; body: CallBody | null };
export type NamedValue = { name: string; value: string };
type CallBody = { mediaType: string; text: string };

export type ParameterView = PropertyView & { in: string };
export type BodyView = { description: string; isRequired: boolean; contents: ContentView[] };
export type ResponseView = { status: string; description: string; contents: ContentView[] };

export type ContentView = {
  mediaType: string;
  schema: SchemaView | null;
  /** Status of an earlier response that shows the same schema, so that this one omits it. Otherwise empty. */
  sameAs: string;
  examples: ExampleView[];
};

export type ExampleView = { name: string } & PrintedJson;
export type PrintedJson = { text: string; isCut: boolean };

export type SchemaView = {
  type: string;
  description: string;
  facts: Fact[];
  values: string[];
  moreValues: number;
  properties: PropertyView[];
  moreProperties: number;
  variants: PropertyView[];
  stop: "recursive" | "deep" | null;
};

export type PropertyView = SchemaView & { name: string; isRequired: boolean };

export const factKinds = [
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "const",
  "default",
  "readOnly",
  "writeOnly",
  "deprecated",
] as const;
export type Fact = { kind: (typeof factKinds)[number]; value: string };
