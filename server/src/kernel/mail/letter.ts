import type { FooterLink } from '../brand.ts';
import { escapeHtml } from '../html.ts';
import { SOURCE_LANGUAGE } from '../texts/languages.ts';
import { type Say, say as speak } from '../texts/say.ts';
import { toLine } from './address.ts';
import { texts } from './texts.ts';

/** Content of a mail in plain text. It contains input of customers, so nothing in it is treated as markup. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Rows of a small table, such as place and time. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly action?: LetterLink;
  /** Links below the action, such as next steps. */
  readonly links?: { readonly title: string; readonly items: readonly LetterLink[] };
  /** Shown below the action in small print. */
  readonly notes?: readonly string[];
}

interface LetterLink {
  readonly label: string;
  readonly url: string;
}

/** Writes a letter in the language of its reader. */
export type WriteLetter = (say: Say) => Letter;

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const LONGEST_SUBJECT = 150;
/** Enough for every text of ours; bounds names chosen by customers. */
const LONGEST_PARAGRAPH = 2_000;

interface LetterFrame {
  readonly sender: string;
  /** E-mail address or web page where the recipient gets help. */
  readonly support?: string | undefined;
  /** Colour of the button and of links. White text on it is readable. */
  readonly accent?: string | undefined;
  /** Links of the company, below the content. */
  readonly links?: readonly FooterLink[] | undefined;
  /** Language of the words around the content; English if undefined. */
  readonly say?: Say | undefined;
}

/** The frame with its defaults. */
type Frame = LetterFrame & { readonly say: Say };

const ACCENT = '#1f4fd8';

/** Renders the same content as text and as HTML. Loads no images or other remote content. */
export function renderLetter(
  letter: Letter,
  { sender, say = speak(SOURCE_LANGUAGE), ...given }: LetterFrame,
): RenderedLetter {
  const { action, links } = letter;
  const bounded: Letter = {
    subject: cut(toLine(letter.subject), LONGEST_SUBJECT),
    paragraphs: letter.paragraphs.map(bound),
    facts: (letter.facts ?? []).map(([label, value]) => [bound(label), bound(value)] as const),
    ...(action ? { action: boundLink(action) } : {}),
    ...(links ? { links: { title: bound(links.title), items: links.items.map(boundLink) } } : {}),
    notes: (letter.notes ?? []).map(bound),
  };
  const frame = { ...given, say, sender: bound(sender) };
  return { subject: bounded.subject, text: renderText(bounded, frame), html: renderHtml(bounded, frame) };
}

function bound(text: string): string {
  return cut(toLine(text), LONGEST_PARAGRAPH);
}

function boundLink({ label, url }: LetterLink): LetterLink {
  return { label: bound(label), url };
}

function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}

function renderText({ paragraphs, facts = [], action, links, notes = [] }: Letter, frame: Frame): string {
  const { sender, support, links: footer = [], say } = frame;
  const ends = [
    sender,
    ...(support ? [`${say(texts.support)}: ${support}`] : []),
    ...footer.map(({ label, url }) => `${label}: ${url}`),
  ];
  const parts = [
    ...paragraphs.map((paragraph) => wrap(paragraph)),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    // On a line of its own and never wrapped, so that every mail program makes it a link.
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(links ? [links.title, ...links.items.map(({ label, url }) => `${label}:\n${url}`)] : []),
    ...notes.map((note) => wrap(note)),
    `-- \n${ends.join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function wrap(text: string, width = 72): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const QUIET = 'color:#5c6370;font-size:13px;line-height:20px';

function renderHtml(letter: Letter, frame: Frame): string {
  const { subject, paragraphs, facts = [], action, links, notes = [] } = letter;
  const { sender, support, accent = ACCENT, links: footer = [], say } = frame;
  const body = [
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`),
    ...(facts.length > 0 ? [renderFacts(facts)] : []),
    ...(action ? [renderAction(action, accent, say)] : []),
    ...(links ? [renderLinks(links, accent)] : []),
    ...notes.map((text) => `<p style="margin:0 0 8px;${QUIET}">${escapeHtml(text)}</p>`),
  ];
  return `<!doctype html>
<html lang="${say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;${FONT}">
<tr><td style="padding:0 8px 16px;font-size:15px;font-weight:600;color:#1c2230">${escapeHtml(sender)}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e3e5ea;border-radius:8px;padding:32px;font-size:15px;line-height:24px;color:#1c2230">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(subject)}</h1>
${body.join('\n')}
</td></tr>
<tr><td style="padding:16px 8px;${QUIET}">${escapeHtml(say(texts.automatic))}${support ? renderSupport(support, accent, say) : ''}${renderFooter(footer, accent)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderFacts(facts: NonNullable<Letter['facts']>): string {
  const rows = facts.map(
    ([
      label,
      value,
    ]) => `<tr><td style="padding:4px 16px 4px 0;white-space:nowrap;vertical-align:top;color:#5c6370">${escapeHtml(label)}</td>
<td style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px;line-height:20px">
${rows.join('\n')}
</table>`;
}

function renderSupport(address: string, accent: string, say: Say): string {
  const url = address.includes('://') ? address : `mailto:${address}`;
  return `<br>${escapeHtml(say(texts.support))}: <a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(address)}</a>`;
}

function renderFooter(links: readonly FooterLink[], accent: string): string {
  if (links.length === 0) return '';
  const shown = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(label)}</a>`,
  );
  return `<br>${shown.join(' &middot; ')}`;
}

function renderAction({ label, url }: NonNullable<Letter['action']>, accent: string, say: Say): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}"
style="display:inline-block;background:${accent};color:#ffffff;text-decoration:none;font-weight:600;border-radius:6px;padding:10px 20px">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;${QUIET}">${escapeHtml(say(texts.copyAddress))}<br>
<a href="${escapeHtml(url)}" style="color:${accent};word-break:break-all">${escapeHtml(url)}</a></p>`;
}

function renderLinks({ title, items }: NonNullable<Letter['links']>, accent: string): string {
  const shown = items.map(
    ({ label, url }) =>
      `<li style="margin:0 0 4px"><a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(label)}</a></li>`,
  );
  return `<p style="margin:0 0 8px;font-weight:600">${escapeHtml(title)}</p>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${shown.join('\n')}</ul>`;
}
