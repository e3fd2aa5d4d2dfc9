import { expect, test } from "vitest";
import { writeLlmsText } from "./llms.ts";

test("llms.txt has a title, a summary and links to the twins in both languages", () => {
  const text = writeLlmsText({ name: "Encaje", url: "https://encaje.test" }, "What it is.", ["prize-draws"]);
  expect(text).toMatchInlineSnapshot(`
    "# Encaje

    > What it is.

    ## English

    - [Home](https://encaje.test/en.md)
    - [Evaluate a project](https://encaje.test/en/evaluation.md)
    - [API catalog](https://encaje.test/en/catalog.md)
    - [For developers and assistants](https://encaje.test/en/developers.md)
    - [prize-draws](https://encaje.test/en/catalog/prize-draws.md)

    ## Español

    - [Inicio](https://encaje.test/es.md)
    - [Evaluar un proyecto](https://encaje.test/es/evaluacion.md)
    - [Catálogo de APIs](https://encaje.test/es/catalogo.md)
    - [Para desarrolladores y asistentes](https://encaje.test/es/desarrolladores.md)
    - [prize-draws](https://encaje.test/es/catalogo/prize-draws.md)

    ## API

    - [OpenAPI](https://encaje.test/api/openapi.json)
    - [MCP](https://encaje.test/mcp)
    "
  `);
});
