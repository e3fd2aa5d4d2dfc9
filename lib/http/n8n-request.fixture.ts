import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from "n8n-workflow";
import { Encaje } from "../../clients/n8n/nodes/Encaje/Encaje.node.ts";
import { asList, asObject } from "../domain/json.ts";

const { description } = new Encaje();
export type Values = Record<string, unknown>;
export type Sent = { method: string; template: string; path: string; query: Values; body: Values; read: PostReceive[] };
type PostReceive = NonNullable<NonNullable<INodePropertyOptions["routing"]>["output"]>["postReceive"][number];

/** Builds the request that n8n would send for a description, by its documented rules for declarative nodes. */
export function toRequest(given: Values): Sent {
  const shown: INodeProperties[] = [];
  const values: Values = {};
  const isShown = ({ displayOptions }: INodeProperties) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) => allowed.includes(String(values[name])));
  for (const property of description.properties) {
    if (!isShown(property)) continue;
    shown.push(property);
    values[property.name] = given[property.name] ?? property.default;
  }
  const sent: Sent = { method: "", template: "", path: "", query: {}, body: {}, read: [] };
  const apply = ({ routing }: Pick<INodeProperties, "routing">, value: unknown) => {
    const { request, send, output } = routing ?? {};
    sent.read.push(...(output?.postReceive ?? []));
    if (request) {
      const template = String(request.url).replace(/^=/, "");
      const path = template.replace(/\{\{\$parameter\["(\w+)"\]\}\}/g, (_, name) => String(values[name]));
      Object.assign(sent, { method: request.method, template, path });
      Object.assign(sent.body, request.body);
    }
    if (send) {
      const [name = "", inner] = send.property.split(".");
      const target = send.type === "body" ? sent.body : sent.query;
      target[name] = inner ? { ...asObject(target[name]), [inner]: value } : value;
    }
  };
  for (const property of shown) {
    const options = property.options ?? [];
    if (property.type === "collection") {
      const added = asObject(values[property.name]);
      for (const option of options) if (option.name in added) apply(option, added[option.name]);
    } else {
      apply(property, values[property.name]);
      const chosen = options.find((option) => "value" in option && option.value === values[property.name]);
      if (chosen) apply(chosen, undefined);
    }
  }
  return sent;
}

/** Items that n8n makes of an answer. Without `ignoreHttpStatusErrors`, it would not hand a refusal to the node. */
export async function toItems({ read }: Sent, answer: Response) {
  if (!description.requestDefaults?.ignoreHttpStatusErrors && !answer.ok) throw new Error(`Status ${answer.status}`);
  const response = { statusCode: answer.status, body: await answer.json() };
  let items: INodeExecutionData[] = [{ json: response.body }];
  for (const action of read) {
    items =
      typeof action === "function"
        ? await action.call({ getNode: () => ({ name: "Encaje" }) }, items, response)
        : items.flatMap(({ json }) =>
            asList(json[action.properties.property]).map((each) => ({ json: asObject(each) })),
          );
  }
  return items.map(({ json }) => json);
}
