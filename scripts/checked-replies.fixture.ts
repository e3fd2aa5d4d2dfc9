const text = (length: number) => "é".repeat(length);

export const signatureCheck = {
  signature_check: { accepts: [{ signature: null }, { signature: text(400) }], refuses: [{ signature: "" }] },
};

/** Rows that the CHECK constraints of the reply tables accept or refuse. */
export const replyCases = {
  reply_files: {
    name_check: { accepts: [{ name: text(120) }], refuses: [{ name: "" }] },
    content_check: {
      accepts: [{ content: Buffer.alloc(5 * 1024 * 1024) }],
      refuses: [{ content: Buffer.alloc(0) }, { content: Buffer.alloc(5 * 1024 * 1024 + 1) }],
    },
  },
  reply_templates: {
    version_check: { accepts: [{ version: 2 }], refuses: [{ version: 0 }] },
    text_check: {
      accepts: [{ name: text(80), text_en: text(8000), text_es: text(8000) }],
      refuses: [{ name: "" }, { text_en: "" }, { text_es: "" }],
    },
    kind_check: { accepts: [{ kind: "inquiry" }, { kind: null }], refuses: [{ kind: "contact" }, { kind: "" }] },
    route_check: {
      accepts: [{ route: "review" }, { kind: "evaluation", route: "redirect" }, { route: null }],
      refuses: [{ route: "rejected" }, { kind: "inquiry", route: "review" }],
    },
  },
};
