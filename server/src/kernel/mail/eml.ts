import { sha256 } from '../crypto.ts';
import type { MailAttachment } from './attachments.ts';
import type { Mailbox, OutgoingMail } from './driver.ts';

/** Returns a mail as an `.eml` file. The parts are not encoded: people read these files and copy links from them. */
export function writeEml(mail: OutgoingMail): string {
  const { messageId, from, to, subject, createdAt } = mail;
  const lines = [
    `From: ${formatMailbox(from)}`,
    `To: ${to}`,
    `Subject: ${encodeWords(subject)}`,
    `Message-ID: ${messageId}`,
    `Date: ${formatDate(createdAt)}`,
    ...Object.entries(MACHINE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    ...writeBody(mail, sha256(messageId)),
  ];
  return lines.join('\r\n');
}

/** Writes the text as plain text and HTML, followed by the attachments. */
function writeBody({ text, html, attachments }: OutgoingMail, word: string): string[] {
  const [inner, outer] = [`=_${word.slice(0, 32)}`, `=_${word.slice(32)}`];
  const letter = [
    `Content-Type: multipart/alternative; boundary="${inner}"`,
    '',
    ...writePart(inner, 'text/plain', text),
    ...writePart(inner, 'text/html', html),
    `--${inner}--`,
    '',
  ];
  if (attachments.length === 0) return letter;
  return [
    `Content-Type: multipart/mixed; boundary="${outer}"`,
    '',
    `--${outer}`,
    ...letter,
    ...attachments.flatMap((file) => writeFile(outer, file)),
    `--${outer}--`,
    '',
  ];
}

function writeFile(boundary: string, { filename, contentType, content }: MailAttachment): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${contentType}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    '',
    ...(content.toString('base64').match(/.{1,76}/g) ?? []),
  ];
}

/** Suppresses automatic replies. */
export const MACHINE_HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function writePart(boundary: string, type: string, content: string): string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    ...content.split('\n'),
  ];
}

function formatMailbox({ name, address }: Mailbox): string {
  if (name === '') return address;
  const shown = /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWords(name);
  return `${shown} <${address}>`;
}

/** Encodes a header as in RFC 2047: whole characters, each encoded word below 75 characters. */
function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && !text.includes('=?')) return text;
  const words = [''];
  for (const character of text) {
    const last = (words.at(-1) ?? '') + character;
    if (Buffer.byteLength(last) <= 42) words[words.length - 1] = last;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

/** Formats a date as `Sun, 15 Nov 2026 17:42:05 +0000`. */
function formatDate(ms: number): string {
  return new Date(ms).toUTCString().replace('GMT', '+0000');
}
