// Reads .env, where there is one; what the environment already has wins.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "..", ".env");
if (fs.existsSync(file)) process.loadEnvFile(file);
