// Reads .env if it exists. Variables that are already set win. Import this first, before any code reads a variable.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "..", ".env");
if (fs.existsSync(file)) process.loadEnvFile(file);
// Next would read the file again and replace parts of values such as "$word" in a password.
process.env.__NEXT_PROCESSED_ENV = "true";
