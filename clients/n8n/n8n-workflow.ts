// Types of n8n-workflow that our nodes use. n8n provides the package; here the nodes compile without it.
// `npm run check -- n8n` compiles them with the real types.
type Value = string | number | boolean | object | null;
type Icon = `file:${string}`;
type Request = {
  method?: "GET" | "POST" | "DELETE";
  baseURL?: string;
  url?: string;
  headers?: Record<string, string>;
  body?: Record<string, Value>;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
};

export const NodeConnectionTypes = { Main: "main" } as const;

export type INodeProperties = {
  displayName: string;
  name: string;
  type: "boolean" | "collection" | "multiOptions" | "number" | "options" | "string";
  default: Value;
  required?: boolean;
  description?: string;
  placeholder?: string;
  hint?: string;
  noDataExpression?: boolean;
  typeOptions?: { password?: boolean; rows?: number; minValue?: number; maxValue?: number };
  displayOptions?: { show: Record<string, string[]> };
  options?: (INodeProperties | INodePropertyOptions)[];
  routing?: Routing;
};
export type INodePropertyOptions = {
  name: string;
  value: string;
  action?: string;
  description?: string;
  routing?: Routing;
};
type Routing = {
  request?: Request;
  send?: { type: "body" | "query"; property: string };
  output?: { postReceive: (PostReceive | { type: "rootProperty"; properties: { property: string } })[] };
};
type PostReceive = (
  this: IExecuteSingleFunctions,
  items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
) => Promise<INodeExecutionData[]>;

export type INode = { name: string };
export type INodeExecutionData = { json: IDataObject };
export type IExecuteSingleFunctions = { getNode(): INode };
export type IN8nHttpFullResponse = { statusCode: number; body: unknown };

export class NodeApiError extends Error {
  httpCode: string;

  constructor(_node: INode, _response: object, { message, httpCode }: { message?: string; httpCode: string }) {
    super(message);
    this.httpCode = httpCode;
  }
}

export type ICredentialType = {
  name: string;
  displayName: string;
  icon?: Icon;
  documentationUrl?: string;
  properties: INodeProperties[];
  authenticate?: { type: "generic"; properties: { headers: Record<string, string> } };
  test?: { request: Request };
};

export type INodeTypeDescription = {
  displayName: string;
  name: string;
  icon: Icon;
  group: ("input" | "trigger")[];
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  usableAsTool?: true;
  inputs: "main"[];
  outputs: "main"[];
  credentials: { name: string; required: boolean }[];
  requestDefaults?: Request;
  webhooks?: { name: "default"; httpMethod: "POST"; responseMode: "onReceived"; path: string }[];
  properties: INodeProperties[];
};

export type IDataObject = Record<string, unknown>;

export type IHookFunctions = {
  getNode(): INode;
  getNodeWebhookUrl(name: "default"): string | undefined;
  getNodeParameter(name: string): unknown;
  getCredentials(name: string): Promise<IDataObject>;
  getWorkflowStaticData(type: "node"): IDataObject;
  helpers: {
    httpRequestWithAuthentication: {
      call(on: IHookFunctions, credentials: string, request: Request): Promise<IN8nHttpFullResponse>;
    };
  };
};

export type IWebhookFunctions = {
  getBodyData(): object;
  getHeaderData(): Record<string, string | string[] | undefined>;
  getRequestObject(): { rawBody: Buffer };
  getResponseObject(): { status(code: number): { json(body: object): unknown } };
  getWorkflowStaticData(type: "node"): IDataObject;
};

export type IWebhookResponseData = { workflowData?: { json: IDataObject }[][]; noWebhookResponse?: boolean };

export type INodeType = {
  description: INodeTypeDescription;
  webhookMethods?: { default: Record<"checkExists" | "create" | "delete", (this: IHookFunctions) => Promise<boolean>> };
  webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
};
