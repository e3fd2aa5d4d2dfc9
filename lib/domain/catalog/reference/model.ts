/** What a page shows of an OpenAPI document: plain text within bounds, nothing of it trusted or executable. */
export type Reference = {
  /** The format as the document names it: "OpenAPI 3.1.0". */
  format: string;
  /** Version of the API itself; empty when not given. */
  version: string;
  description: string;
  servers: ServerView[];
  schemes: SchemeView[];
  groups: GroupView[];
  /** Number of operations over the limit, which are not shown. */
  moreOperations: number;
};

export type ServerView = { url: string; description: string };

export type SchemeView = {
  name: string;
  kind: "apiKey" | "bearer" | "basic" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** Where the credential goes: the place and name of an apiKey, the scheme of http. */
  at: { place: string; name: string } | null;
  description: string;
};

export type GroupView = {
  /** Fragment of the page. */
  id: string;
  /** The service that these operations belong to, by its index; null for a group of a tag alone. */
  service: number | null;
  /** The tag's name; empty for operations without one. */
  title: string;
  description: string;
  operations: OperationView[];
};

export type OperationView = {
  /** Fragment of the page. */
  id: string;
  operationId: string;
  method: string;
  path: string;
  isWebhook: boolean;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** Alternatives, each naming the schemes it takes, where they differ from the document's; empty: none is needed. */
  security: string[] | null;
  parameters: ParameterView[];
  moreParameters: number;
  body: BodyView | null;
  responses: ResponseView[];
  moreResponses: number;
  /** A call to start from, for a shell; empty where the document gives no address. */
  curl: string;
};

export type ParameterView = PropertyView & { in: string };
export type BodyView = { description: string; isRequired: boolean; contents: ContentView[] };
export type ResponseView = { status: string; description: string; contents: ContentView[] };

export type ContentView = {
  mediaType: string;
  schema: SchemaView | null;
  /** The status of the response above that has the very same schema; it is not repeated. */
  sameAs: string;
  examples: ExampleView[];
};

export type ExampleView = { name: string } & PrintedJson;
export type PrintedJson = { text: string; isCut: boolean };

export type SchemaView = {
  /** Such as `string[]` or `number | null`. */
  type: string;
  description: string;
  facts: Fact[];
  values: string[];
  moreValues: number;
  properties: PropertyView[];
  moreProperties: number;
  /** One of these applies. */
  variants: PropertyView[];
  /** Why the properties are not shown: a cycle, or too many levels. */
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
