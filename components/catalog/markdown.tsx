import { Fragment, type ReactNode } from "react";
import { type Block, type Inline, type Item, readMarkdown } from "#lib/markdown/read.ts";
import { Marked } from "./found-in.tsx";

type Props = {
  /** Untrusted Markdown, written by the author of the entry or its document. */
  text: string;
  className?: string;
  lang?: string;
  words?: readonly string[];
};

export function Markdown({ text, className = "", lang, words = [] }: Props) {
  const blocks = readMarkdown(text);
  const [first] = blocks;
  if (!first) return null;
  if (blocks.length === 1 && first.type === "paragraph") {
    const isPlain = first.children.every(({ type }) => type === "text");
    return (
      <p lang={lang} className={isPlain ? className : `written ${className}`.trimEnd()}>
        <Inlines inlines={first.children} words={words} />
      </p>
    );
  }
  return (
    <div lang={lang} className={`written ${className}`.trimEnd()}>
      <Blocks blocks={blocks} words={words} />
    </div>
  );
}

type Words = { words: readonly string[] };

function Blocks({ blocks, words }: { blocks: readonly Block[] } & Words) {
  return each(blocks, (block) => <OneBlock block={block} words={words} />);
}

function OneBlock({ block, words }: { block: Block } & Words) {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          <Inlines inlines={block.children} words={words} />
        </p>
      );
    case "blockquote":
      return (
        <blockquote>
          <Blocks blocks={block.children} words={words} />
        </blockquote>
      );
    case "list": {
      const items = each(block.children, (item) => <ListItem item={item} words={words} />);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "code":
      return (
        <pre>
          <code>{block.value}</code>
        </pre>
      );
    case "table":
      return <Table rows={block.children} words={words} />;
    case "thematicBreak":
      return <hr className="border-line" />;
  }
}

function ListItem({ item: { children }, words }: { item: Item } & Words) {
  return (
    <li>
      <Blocks blocks={children} words={words} />
    </li>
  );
}

type TableProps = { rows: Extract<Block, { type: "table" }>["children"] } & Words;

function Table({ rows: [head, ...rows], words }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {each(head?.children ?? [], ({ children }) => (
            <th scope="col">
              <Inlines inlines={children} words={words} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {each(rows, (row) => (
          <tr>
            {each(row.children, ({ children }) => (
              <td>
                <Inlines inlines={children} words={words} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inlines({ inlines, words }: { inlines: readonly Inline[] } & Words): ReactNode {
  return each(inlines, (inline) => <OneInline inline={inline} words={words} />);
}

function OneInline({ inline, words }: { inline: Inline } & Words) {
  switch (inline.type) {
    case "text":
      return <Marked text={inline.value} words={words} />;
    case "inlineCode":
      return (
        <code>
          <Marked text={inline.value} words={words} />
        </code>
      );
    case "break":
      return <br />;
    case "strong":
      return (
        <b>
          <Inlines inlines={inline.children} words={words} />
        </b>
      );
    case "emphasis":
      return (
        <em>
          <Inlines inlines={inline.children} words={words} />
        </em>
      );
    case "link":
      return (
        <a className="link" href={inline.url} rel="noopener noreferrer">
          <Inlines inlines={inline.children} words={words} />
        </a>
      );
  }
}

function each<Part>(parts: readonly Part[], render: (part: Part) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
  return parts.map((part, at) => <Fragment key={at}>{render(part)}</Fragment>);
}
