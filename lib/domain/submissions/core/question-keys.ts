/** Separate from questions.ts, because every page loads this file and it must stay small. */
export const questionKeys = [
  "marketing_team",
  "campaign_frequency",
  "company_scope",
  "budget",
  "launch_timeline",
  "internal_dev_capacity",
  "vendor_onboarding",
  "brand_relationship",
  "after_project",
] as const;
