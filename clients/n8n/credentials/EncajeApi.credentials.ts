import type { ICredentialType, INodeProperties } from "n8n-workflow";

export class EncajeApi implements ICredentialType {
  name = "encajeApi";
  displayName = "Encaje API";
  icon = "file:../icons/encaje.svg" as const;
  properties: INodeProperties[] = [
    {
      displayName: "Address of the Site",
      name: "siteUrl",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://www.example.com",
    },
    {
      displayName: "Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "A key of the site's desk. The test of this credential needs the scope that reads submissions.",
    },
  ];
  authenticate = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  } as const;
  test = { request: { baseURL: '={{$credentials.siteUrl.replace(/\\/+$/, "")}}/api', url: "/v1/submissions?limit=1" } };
}
