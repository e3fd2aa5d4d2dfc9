const hash = "0123456789abcdef".repeat(4);
const erased = { type: "address", value: null, hash };

/** Rows that the CHECK constraints of the block list accept or refuse. */
export const blockCases = {
  type_check: {
    accepts: ["address", "domain", "agent"].map((type) => ({ type })),
    refuses: [{ type: "phone" }, { type: "" }],
  },
  value_check: {
    accepts: [erased, { reason: "x" }],
    refuses: [
      ...[{ value: "" }, { value: null }, { hash }, { ...erased, type: "agent" }, { ...erased, reason: "x" }],
      ...[
        { ...erased, hash: "0".repeat(63) },
        { ...erased, hash: "G".repeat(64) },
      ],
    ],
  },
  hits_check: { accepts: [{ hits: 0 }, { hits: 7 }], refuses: [{ hits: -1 }] },
};

/** Rows that the CHECK constraints of spam data accept or refuse. */
export const spamCases = {
  spam_reasons_check: {
    accepts: [{ spam_reasons: null }, { spam_reasons: ["honeypot"] }, { spam_reasons: ["honeypot", "many_repeats"] }],
    refuses: [{ spam_reasons: [] }, { spam_reasons: ["dislike"] }, { spam_reasons: ["honeypot", "dislike"] }],
  },
};
