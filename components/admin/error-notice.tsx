import { buttonClass } from "#components/ui/button.ts";
import texts from "#messages/admin/error.json";

/** Says that a page of the desk failed, and nothing of why: that stands in the log. */
export function DeskErrorNotice() {
  return (
    <main className="page py-14">
      <section role="alert" className="max-w-prose">
        <h1 className="mb-3 text-2xl">{texts.title}</h1>
        <p className="mb-6">{texts.text}</p>
        <div className="flex flex-wrap gap-3">
          {/* biome-ignore lint/a11y/useValidAnchor: it is the address that is shown, asked for again without script */}
          <a className={buttonClass()} href="">
            {texts.retry}
          </a>
          <a className={buttonClass("secondary")} href="/admin/inbox">
            {texts.inbox}
          </a>
        </div>
      </section>
    </main>
  );
}
