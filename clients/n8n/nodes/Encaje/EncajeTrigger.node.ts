import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from "n8n-workflow";
import { requireSuccess, toOptions } from "./fields.ts";

const events = [
  "submission.created",
  "submission.updated",
  "submission.replied",
  "submission.consent_confirmed",
  "submission.withdrawn",
  "submission.erased",
  "submission.booked",
  "submission.booking_cancelled",
  "reply.due_soon",
  "reply.overdue",
  "entry.published",
  "entry.changed",
];
const toleranceSeconds = 300;

async function callWebhookApi(hook: IHookFunctions, method: "GET" | "POST" | "DELETE", path: string, body?: object) {
  const { siteUrl } = await hook.getCredentials("encajeApi");
  const url = `${String(siteUrl).replace(/\/+$/, "")}/api/v1/webhooks${path}`;
  const reading = { returnFullResponse: true, ignoreHttpStatusErrors: true };
  const sent = { method, url, ...reading, ...(body ? { body: { ...body } } : {}) };
  const response = await hook.helpers.httpRequestWithAuthentication.call(hook, "encajeApi", sent);
  return requireSuccess(hook.getNode(), response) as IDataObject;
}

/** Lists the webhooks that send to this trigger. */
async function listOwnWebhooks(hook: IHookFunctions): Promise<IDataObject[]> {
  const { webhooks } = await callWebhookApi(hook, "GET", "");
  const url = hook.getNodeWebhookUrl("default");
  return (webhooks as IDataObject[]).filter((webhook) => webhook.url === url);
}

/** Specification: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function hasValidSignature(body: Buffer, headers: Record<string, unknown>, secret: string): boolean {
  const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .map((signature) => Buffer.from(signature.replace("v1,", ""), "base64"))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

export class EncajeTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Encaje Trigger",
    name: "encajeTrigger",
    icon: "file:../../icons/encaje.svg",
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts when something happens to a submission or an entry",
    defaults: { name: "Encaje Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "encajeApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        options: toOptions(events),
        default: [],
        required: true,
      },
      {
        displayName: "With the Person",
        name: "withPerson",
        type: "boolean",
        default: false,
        description: "Whether to get what the person wrote as well. The key needs the scope that reads submissions.",
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id } = this.getWorkflowStaticData("node");
        const webhooks = await listOwnWebhooks(this);
        return webhooks.some((webhook) => webhook.id === id && webhook.pausedAt === null);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        // The service has paused one, or its secret was lost on the way.
        for (const { id } of await listOwnWebhooks(this)) await callWebhookApi(this, "DELETE", `/${id}`);
        const made = await callWebhookApi(this, "POST", "", {
          url: this.getNodeWebhookUrl("default"),
          events: this.getNodeParameter("events"),
          shape: this.getNodeParameter("withPerson") ? "person" : "ids",
          name: "n8n",
        });
        Object.assign(this.getWorkflowStaticData("node"), { id: made.id, secret: made.secret });
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData("node");
        if (kept.id) await callWebhookApi(this, "DELETE", `/${kept.id}`);
        delete kept.id;
        delete kept.secret;
        return true;
      },
    },
  };

  /** Each item contains the event's ID, so that a workflow can skip repeated deliveries. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const headers = this.getHeaderData();
    const { secret } = this.getWorkflowStaticData("node");
    if (typeof secret !== "string" || !hasValidSignature(this.getRequestObject().rawBody, headers, secret)) {
      this.getResponseObject().status(401).json({ error: "The signature is wrong." });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: { id: headers["webhook-id"], ...this.getBodyData() } }]] };
  }
}
