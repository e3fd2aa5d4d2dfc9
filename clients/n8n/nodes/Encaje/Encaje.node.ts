import { type INodeProperties, type INodeType, type INodeTypeDescription, NodeConnectionTypes } from "n8n-workflow";
import { toBodyField, toOperation, toOptionalFields, toOptions } from "./fields.ts";

const answers = [
  ["marketing_team", "none", "one_person", "team_with_budget"],
  ["campaign_frequency", "ad_hoc", "one_to_two_per_year", "multiple_per_year"],
  ["company_scope", "local_small_business", "regional", "multinational"],
  ["budget", "under_10k", "10k_to_20k", "over_20k"],
  ["launch_timeline", "no_date", "flexible", "hard_date"],
  ["internal_dev_capacity", "full_fast_team", "some_capacity", "marketing_blocked_by_it"],
  ["vendor_onboarding", "no", "purchase_order_only", "yes"],
  ["brand_relationship", "via_agency", "agency_plus_direct", "direct_brand"],
  ["after_project", "one_off", "repeat_likely", "retainer_or_infrastructure"],
] as const;
const statuses = ["new", "in_review", "contacted", "booked", "won", "lost", "spam"];

const submit = { resource: "lead", operation: ["evaluate", "inquire"] };
const evaluate = { resource: "lead", operation: ["evaluate"] };
const inquire = { resource: "lead", operation: ["inquire"] };
const changeStatus = { resource: "submission", operation: ["changeStatus"] };
const language = {
  displayName: "Language",
  name: "language",
  type: "options",
  options: toOptions(["en", "es"]),
} as const;

const leadFields: INodeProperties[] = [
  toBodyField({ displayName: "Name", name: "name", description: "Full name of the person" }, submit),
  toBodyField({ displayName: "Email", name: "email", placeholder: "name@example.com" }, submit),
  toBodyField({ ...language, description: "Language of the answer and of the mails to the person" }, submit),
  toBodyField({ displayName: "Source Page", name: "sourcePage", default: "n8n" }, submit),
  toBodyField(
    { displayName: "Agent Name", name: "agentName", default: "n8n", description: "Who submits, as told to the person" },
    submit,
  ),
  toBodyField(
    {
      displayName: "Person Agreed",
      name: "userConsent",
      type: "boolean",
      default: false,
      description:
        "Whether the person agreed to share these details and to be contacted. Without it, the site refuses the request.",
    },
    submit,
  ),
  toBodyField({ displayName: "Role", name: "role", description: "Job title" }, evaluate),
  toBodyField({ displayName: "Company", name: "company" }, evaluate),
  toBodyField({ displayName: "Project", name: "projectDescription", typeOptions: { rows: 4 } }, evaluate),
  toBodyField(
    { displayName: "Discovery Source", name: "discoverySource", description: "How the person found the site" },
    evaluate,
  ),
  ...answers.map(([key, ...options]) =>
    toBodyField(
      {
        displayName: toOptions([key])[0]?.name ?? key,
        name: key,
        type: "options",
        options: toOptions(options),
        routing: { send: { type: "body", property: `answersByKey.${key}` } },
      },
      evaluate,
    ),
  ),
  toBodyField({ displayName: "Message", name: "message", typeOptions: { rows: 4 } }, inquire),
  toOptionalFields("body", [{ displayName: "Phone", name: "phone" }], evaluate),
  toOptionalFields("body", [{ displayName: "Topic", name: "topic" }], inquire),
];

const submissionFields: INodeProperties[] = [
  {
    displayName: "Reference",
    name: "reference",
    type: "string",
    default: "",
    required: true,
    placeholder: "E-12",
    displayOptions: { show: { resource: ["submission"], operation: ["get", "changeStatus"] } },
  },
  toBodyField(
    {
      displayName: "From",
      name: "from",
      type: "options",
      options: toOptions(statuses),
      description: "The status that you saw",
    },
    changeStatus,
  ),
  toBodyField({ displayName: "To", name: "to", type: "options", options: toOptions(statuses) }, changeStatus),
  toOptionalFields(
    "body",
    [{ displayName: "Reason", name: "reason", description: "Why it was lost or won" }],
    changeStatus,
  ),
  {
    displayName: "Limit",
    name: "limit",
    type: "number",
    default: 50,
    typeOptions: { minValue: 1, maxValue: 100 },
    description: "Max number of results to return",
    displayOptions: { show: { resource: ["submission"], operation: ["getAll"] } },
    routing: { send: { type: "query", property: "limit" } },
  },
  toOptionalFields(
    "query",
    [
      { displayName: "Status", name: "status", description: "Statuses separated by commas, or open or closed" },
      { displayName: "Kind", name: "kind", type: "options", options: toOptions(["evaluation", "inquiry"]) },
      { displayName: "Route", name: "route", type: "options", options: toOptions(["qualified", "review", "redirect"]) },
      language,
      { displayName: "Search", name: "q" },
    ],
    { resource: "submission", operation: ["getAll"] },
  ),
];

/** Describes the requests, which n8n itself sends, and turns their responses into items. */
export class Encaje implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Encaje",
    name: "encaje",
    icon: "file:../../icons/encaje.svg",
    group: ["input"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: "Submit evaluations and inquiries, search the catalog, list and change submissions",
    defaults: { name: "Encaje" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "encajeApi", required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.siteUrl.replace(/\\/+$/, "")}}/api',
      headers: { Accept: "application/json" },
      ignoreHttpStatusErrors: true,
    },
    properties: [
      {
        displayName: "Resource",
        name: "resource",
        type: "options",
        noDataExpression: true,
        default: "lead",
        options: toOptions(["lead", "catalog", "submission"]),
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        default: "inquire",
        displayOptions: { show: { resource: ["lead"] } },
        options: [
          toOperation(["Evaluate", "evaluate", "Evaluate the fit of a project"], {
            method: "POST",
            url: "/leads/evaluate",
            body: { channel: "ai_agent" },
          }),
          toOperation(["Inquire", "inquire", "Send an inquiry"], {
            method: "POST",
            url: "/leads/contact",
            body: { channel: "ai_agent" },
          }),
        ],
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        default: "search",
        displayOptions: { show: { resource: ["catalog"] } },
        options: [toOperation(["Search", "search", "Search the published APIs"], { method: "GET", url: "/catalog" })],
      },
      {
        displayName: "Operation",
        name: "operation",
        type: "options",
        noDataExpression: true,
        default: "getAll",
        displayOptions: { show: { resource: ["submission"] } },
        options: [
          toOperation(["Change Status", "changeStatus", "Change the status of a submission"], {
            method: "POST",
            url: '=/v1/submissions/{{$parameter["reference"]}}/status',
          }),
          toOperation(["Get", "get", "Get a submission"], {
            method: "GET",
            url: '=/v1/submissions/{{$parameter["reference"]}}',
          }),
          toOperation(
            ["Get Many", "getAll", "Get many submissions"],
            { method: "GET", url: "/v1/submissions" },
            "submissions",
          ),
        ],
      },
      ...leadFields,
      toOptionalFields("query", [{ displayName: "Search", name: "search" }], {
        resource: "catalog",
        operation: ["search"],
      }),
      ...submissionFields,
    ],
  };
}
