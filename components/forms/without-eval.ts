import * as z from "zod/mini";

// zod generates validators with eval, which the Content-Security-Policy of the pages forbids. Import this before any
// schema: a schema reads the setting once. The service keeps the generated validators: they are faster.
z.config({ jitless: typeof window !== "undefined" });
