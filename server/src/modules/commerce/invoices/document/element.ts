import { escapeHtml } from '../../../../kernel/html.ts';

/** A piece of XML that is written already, so that it is never escaped twice and never forgotten. */
export class Element {
  readonly xml: string;

  constructor(xml: string) {
    this.xml = xml;
  }
}

type Content = Element | string | number | null | undefined | readonly Content[];

/** `element('ram:ID', 'x', { schemeID: 'VA' })`. Without content there is no element: what is empty is left out. */
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

/** What XML cannot hold at all (control characters, halves of pairs) is left out. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, ''));
}
