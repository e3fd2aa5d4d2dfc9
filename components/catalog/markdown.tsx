import { Fragment, type ReactNode } from "react";
import { type Block, type Inline, readMarkdown } from "#lib/markdown/read.ts";
import { MarkedText } from "./found-in.tsx";

type Props = {
  /** Untrusted Markdown, written by the author of the entry or its document. */
  text: string;
  className?: string;
  lang?: string;
  words?: Words;
};

export function Markdown({ text, className = "", lang, words = [] }: Props) {
  const blocks = readMarkdown(text);
  const [first] = blocks;
  if (!first) return null;
  if (blocks.length === 1 && first.type === "paragraph") {
    const isPlain = first.children.every(({ type }) => type === "text");
    return (
      <p lang={lang} className={isPlain ? className : `written ${className}`.trimEnd()}>
        {renderInlines(first.children, words)}
      </p>
    );
  }
  return (
    <div lang={lang} className={`written ${className}`.trimEnd()}>
      {renderBlocks(blocks, words)}
    </div>
  );
}

type Words = readonly string[];

function renderBlocks(blocks: readonly Block[], words: Words): ReactNode {
  return renderEach(blocks, (block) => renderBlock(block, words));
}

function renderBlock(block: Block, words: Words): ReactNode {
  switch (block.type) {
    case "paragraph":
      return <p>{renderInlines(block.children, words)}</p>;
    case "blockquote":
      return <blockquote>{renderBlocks(block.children, words)}</blockquote>;
    case "list": {
      const items = renderEach(block.children, ({ children }) => <li>{renderBlocks(children, words)}</li>);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "code":
      return (
        <pre>
          <code>{block.value}</code>
        </pre>
      );
    case "table": {
      const [head, ...rows] = block.children;
      return (
        <table>
          <thead>
            <tr>
              {renderEach(head?.children ?? [], ({ children }) => (
                <th scope="col">{renderInlines(children, words)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {renderEach(rows, (row) => (
              <tr>
                {renderEach(row.children, ({ children }) => (
                  <td>{renderInlines(children, words)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    case "thematicBreak":
      return <hr className="border-line" />;
  }
}

function renderInlines(inlines: readonly Inline[], words: Words): ReactNode {
  return renderEach(inlines, (inline) => renderInline(inline, words));
}

function renderInline(inline: Inline, words: Words): ReactNode {
  switch (inline.type) {
    case "text":
      return <MarkedText text={inline.value} words={words} />;
    case "inlineCode":
      return (
        <code>
          <MarkedText text={inline.value} words={words} />
        </code>
      );
    case "break":
      return <br />;
    case "strong":
      return <b>{renderInlines(inline.children, words)}</b>;
    case "emphasis":
      return <em>{renderInlines(inline.children, words)}</em>;
    case "link":
      return (
        <a className="link" href={inline.url} rel="noopener noreferrer">
          {renderInlines(inline.children, words)}
        </a>
      );
  }
}

function renderEach<Part>(parts: readonly Part[], render: (part: Part) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
  return parts.map((part, at) => <Fragment key={at}>{render(part)}</Fragment>);
}
