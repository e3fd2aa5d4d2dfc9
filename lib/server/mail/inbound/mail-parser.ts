import "server-only";
import PostalMime from "postal-mime";
import { htmlLengthMax, readHtml } from "./read-html.ts";

/** The text parts among which a mail's reader chooses one. Attached mails are files, so each is a text. */
type Choice = Partial<Record<"plain" | "html", { value: string }[]>>;

/**
 * PostalMime, without its own conversion of HTML to text, which no option turns off and whose time grows with the cube of the
 * length: twelve kilobytes take it twenty seconds. It overrides what is no public method; the test of such a mail fails
 * when a new version calls it otherwise.
 */
export class MailParser extends PostalMime {
  declare protected textMap: Map<unknown, Choice>;
  declare protected textContent: { plain?: string };

  /** One text of all parts, in their order. Of HTML, only what has no plain text beside it. */
  protected renderTextContent(): void {
    let htmlLeft = htmlLengthMax;
    const texts = [...this.textMap.values()].map(({ plain = [], html = [] }) => {
      const text = join(plain);
      if (text.trim() !== "" || !html.length) return text;
      const source = join(html);
      const converted = readHtml(source, htmlLeft);
      htmlLeft = Math.max(0, htmlLeft - source.length);
      return converted;
    });
    this.textContent.plain = texts.join("\n");
  }
}

const join = (parts: { value: string }[]) => parts.map(({ value }) => value).join("\n");
