/** Border and background of a box. Separate from the box component, so that pages need not load its print button. */
export const looks = {
  success: "border-success bg-success-soft",
  primary: "border-primary bg-primary-soft",
  plain: "border-edge bg-surface",
};
export type Look = keyof typeof looks;

export const routeLooks = { qualified: "success", review: "primary", redirect: "plain" } as const;
