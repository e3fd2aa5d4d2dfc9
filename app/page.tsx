import type { Metadata } from "next";
import { OperationList } from "#components/site/operation-list.tsx";
import { operations } from "#lib/contract/operations.ts";

export const metadata: Metadata = {
  title: "Encaje: lead capture and API catalog",
  description: "Five public operations: evaluate the fit of a project, send an inquiry, browse the published APIs.",
};

export default function Home() {
  return (
    <main>
      <h1>Lead capture and API catalog</h1>
      <p>
        Public operations below <code>/api</code>. No key is needed. Their full contract is the{" "}
        <a href="/api/openapi.json">OpenAPI document</a>.
      </p>
      <OperationList operations={Object.values(operations)} />
    </main>
  );
}
