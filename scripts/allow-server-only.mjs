// Lets scripts and browser tests import code that is written for a bundler: replaces "server-only" by an empty module,
// and allows JSON imports without an import attribute, which the message compiler does not support.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isImport = context.conditions.includes("import");
    return isImport && resolved.url.endsWith(".json") ? { ...resolved, importAttributes: { type: "json" } } : resolved;
  },
});
