// How every script and the server run on the pinned Node.
export const nodeFlags = [
  // Most of what a request allocates dies young: a larger young generation collects less often.
  "--max-semi-space-size=64",
  "--import=./scripts/allow-server-only.mjs",
];
