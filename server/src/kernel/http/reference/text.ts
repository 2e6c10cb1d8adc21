import { escapeHtml } from '../../html.ts';

/** Writes a description as HTML. Descriptions consist of paragraphs with `code`. */
export function describeText(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${markCode(paragraph)}</p>`)
    .join('');
}

function markCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
