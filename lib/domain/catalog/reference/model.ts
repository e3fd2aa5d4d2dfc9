export type SchemeView = {
  name: string;
  kind: "apiKey" | "bearer" | "basic" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** For `apiKey`, the place and name of the key; for `http`, the scheme. */
  at: { place: string; name: string } | null;
  description: string;
};

export type CallView = { method: string; url: string; headers: NamedValue[]; body: CallBody | null };
export type NamedValue = { name: string; value: string };
type CallBody = { mediaType: string; text: string };

export type ParameterView = PropertyView & { in: string };
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
