// Lets scripts and browser tests import what a bundler builds: "server-only" guards against no browser here, and JSON
// needs no import attribute, which the compiler of the messages would not bear.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isImport = context.conditions.includes("import");
    return isImport && resolved.url.endsWith(".json") ? { ...resolved, importAttributes: { type: "json" } } : resolved;
  },
});
