import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Text, Values } from '../../../packages/texts/src/format.ts';
import { i18n } from './i18n.ts';

interface TransProps {
  readonly message: Text;
  readonly values?: Values;
  readonly components?: Readonly<Record<string, ReactElement>>;
  readonly context?: string;
}

/** Shows a text with elements. The macro of the same name expands to it. */
export function Trans({ message, values = {}, components = {}, context }: TransProps) {
  const elements: Record<string, ReactNode> = { ...components };
  const filled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    filled[name] = typeof value === 'number' ? value : `<=${name}/>`;
    // Values are inserted as nodes: text of customers is never read as markup.
    elements[`=${name}`] = value as ReactNode;
  }
  return insert(i18n._(message, filled, context), elements);
}

const TAG = /<(\w+)>(.*?)<\/\1>|<(=?\w+)\/>/s;

/** Replaces `<0>text</0>` and `<0/>` by their elements. */
function insert(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode[] {
  const found = TAG.exec(text);
  if (!found) return text ? [text] : [];
  const [whole, around = '', inside, alone = ''] = found;
  const rest = insert(text.slice(found.index + whole.length), elements);
  const element = elements[around || alone];
  const key = rest.length;
  const node = isValidElement(element)
    ? cloneElement(element, { key }, ...(around ? [insert(inside ?? '', elements)] : []))
    : element;
  return [text.slice(0, found.index), node, ...rest];
}
