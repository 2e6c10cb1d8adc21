import { Anchor, Divider, Text } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { CodeBlock } from '../code-block.tsx';
import { type Block, parseMarkdown } from './blocks.ts';
import type { Inline } from './inline.ts';
import { nameTarget } from './links.ts';
import classes from './markdown.module.css';

/** Longer texts are shown as they are. */
const MAX_LENGTH = 100_000;

/** Shows Markdown of other people: as elements, never as HTML, without images, and with safe links only. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => (text.length > MAX_LENGTH ? null : parseMarkdown(text)), [text]);
  if (!blocks) return <div className={classes.plain}>{text}</div>;
  return (
    <div className={classes.markdown}>
      <Blocks blocks={blocks} />
    </div>
  );
}

/* The parts of a text never change their order, so their index identifies them. */
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no id.
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Words content={block.content} />
        </p>
      );
    case 'heading':
      return (
        // Not a heading of the page.
        <p className={classes.heading}>
          <Words content={block.content} />
        </p>
      );
    case 'code':
      return <CodeBlock code={block.text} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'rule':
      return <Divider />;
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no id.
        <li key={index}>
          <Blocks blocks={item} />
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

function Words({ content }: { content: readonly Inline[] }) {
  return content.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no id.
    <Fragment key={index}>
      <Word inline={inline} />
    </Fragment>
  ));
}

function Word({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code className={classes.code}>{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words content={inline.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Words content={inline.content} />
        </em>
      );
    case 'deleted':
      return (
        <s>
          <Words content={inline.content} />
        </s>
      );
    case 'link':
      return <SafeLink text={inline.text} url={inline.url} />;
  }
}

/** A link that says where it leads, because its text may say something else. */
function SafeLink({ text, url }: { text: string; url: string }) {
  const target = nameTarget(text, url);
  return (
    <>
      <Anchor
        inherit
        underline="always"
        href={url}
        title={url}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        referrerPolicy="no-referrer"
      >
        {text}
      </Anchor>
      {target && (
        <Text span inherit c="dimmed">
          {` (${target})`}
        </Text>
      )}
    </>
  );
}
