import { escapeHtml } from '#kernel/html.ts';

/** XML that is already escaped, so that nothing is escaped twice or not at all. */
export class Element {
  readonly xml: string;

  constructor(xml: string) {
    this.xml = xml;
  }
}

type Content = Element | string | number | null | undefined | readonly Content[];

/** `element('ram:ID', 'x', { schemeID: 'VA' })`. An element without content is left out. */
export function element(name: string, content: Content, attributes: Readonly<Record<string, string>> = {}) {
  const inner = write(content);
  if (inner === '') return undefined;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return new Element(`<${name}${given.join('')}>${inner}</${name}>`);
}

function write(content: Content): string {
  if (content instanceof Element) return content.xml;
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content));
  return content ? content.map(write).join('') : '';
}

/** Removes characters that XML does not permit: control characters and lone surrogates. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters.
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ''));
}
