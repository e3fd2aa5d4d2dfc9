// The floor is an empty Next app. It uses the app's own settings, so that only the routes differ.
import { settings } from "../../../next.config.mjs";

export default settings;
