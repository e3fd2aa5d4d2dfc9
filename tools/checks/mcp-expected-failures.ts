// Scenarios of `@modelcontextprotocol/conformance` that cannot pass, as "scenario" or "scenario:check".

export type Subject = "service" | "fixture";
type Revisions = Record<"2026-07-28" | "2025-11-25", string[]>;

/** Scenarios in both revisions that need tools, resources and prompts with names that only the fixture has. */
const namedInBoth = [
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

/**
 * Scenarios that need a stream or a session. Our responses are plain JSON, which cannot carry notifications, nor
 * questions to clients of the 2025 revision.
 */
const streams: Revisions = {
  "2026-07-28": ["tools-call-with-progress"],
  "2025-11-25": [
    "tools-call-with-progress",
    "tools-call-with-logging",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "server-sse-multiple-streams",
  ],
};

export const expectedFailures: Record<Subject, Revisions> = {
  fixture: streams,
  service: {
    "2026-07-28": [
      ...namedInBoth,
      ...streams["2026-07-28"],
      "server-stateless:sep-2575-server-rejects-undeclared-capability",
      "server-stateless:sep-2575-missing-capability-http-400",
      "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless:sep-2575-server-no-log-without-loglevel",
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-missing-input-response",
      "input-required-result-ignore-extra-params",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
    ],
    "2025-11-25": [
      ...namedInBoth,
      ...streams["2025-11-25"],
      "logging-set-level",
      "resources-subscribe",
      "resources-unsubscribe",
    ],
  },
};
