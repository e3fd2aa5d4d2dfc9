/** The nine qualification questions in order; each option list is worth 0, 1 and 2 points (spec 2.2). */
export const questions = [
  {
    key: "marketing_team",
    question: "Does the company have a marketing team?",
    options: ["none", "one_person", "team_with_budget"],
  },
  {
    key: "campaign_frequency",
    question: "How often are campaigns launched?",
    options: ["ad_hoc", "one_to_two_per_year", "multiple_per_year"],
  },
  {
    key: "company_scope",
    question: "Geographic scope of the company",
    options: ["local_small_business", "regional", "multinational"],
  },
  {
    key: "budget",
    question: "Project budget in USD (below 10,000; 10,000 to 20,000; above 20,000)",
    options: ["under_10k", "10k_to_20k", "over_20k"],
  },
  {
    key: "launch_timeline",
    question: "Launch timeline (hard_date: fixed, non-negotiable)",
    options: ["no_date", "flexible", "hard_date"],
  },
  {
    key: "internal_dev_capacity",
    question: "Internal development capacity available to marketing",
    options: ["full_fast_team", "some_capacity", "marketing_blocked_by_it"],
  },
  {
    key: "vendor_onboarding",
    question: "Can the company onboard vendors under an NDA or MSA?",
    options: ["no", "purchase_order_only", "yes"],
  },
  {
    key: "brand_relationship",
    question: "Relationship to the brand that owns the project",
    options: ["via_agency", "agency_plus_direct", "direct_brand"],
  },
  {
    key: "after_project",
    question: "What could follow this project?",
    options: ["one_off", "repeat_likely", "retainer_or_infrastructure"],
  },
] as const;

export type Question = (typeof questions)[number];
export type AnswersByKey = { [Q in Question as Q["key"]]: Q["options"][number] };
