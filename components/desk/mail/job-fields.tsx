/** Which dead mails a form means: by the ids of their jobs, or all there are. */
export function JobFields({ jobs }: { jobs: string[] | "all" }) {
  if (jobs === "all") return <input type="hidden" name="all" value="yes" />;
  return jobs.map((job) => <input key={job} type="hidden" name="jobs" value={job} />);
}
