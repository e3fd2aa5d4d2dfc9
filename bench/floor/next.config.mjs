// The app's own settings, so that only the routes differ.
import config from "../../next.config.mjs";

// biome-ignore lint/style/noDefaultExport: Next.js demands one.
export default config;
