/** What the pages say of the company. */
export type SiteProps = { name: string; contactEmail: string };
