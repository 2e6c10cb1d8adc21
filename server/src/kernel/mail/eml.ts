import { sha256 } from '../crypto.ts';
import type { Mailbox, OutgoingMail } from './driver.ts';

/**
 * A mail as a file that every mail program opens. The parts are written as they are and not encoded: people read these
 * files, and take links out of them.
 */
export function writeEml({ messageId, from, to, subject, text, html, createdAt }: OutgoingMail): string {
  const boundary = `=_${sha256(messageId).slice(0, 32)}`;
  const lines = [
    `From: ${formatMailbox(from)}`,
    `To: ${to}`,
    `Subject: ${encodeWords(subject)}`,
    `Message-ID: ${messageId}`,
    `Date: ${formatDate(createdAt)}`,
    ...Object.entries(MACHINE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...writePart(boundary, 'text/plain', text),
    ...writePart(boundary, 'text/html', html),
    `--${boundary}--`,
    '',
  ];
  return lines.join('\r\n');
}

/** Keeps absence notes and the like from coming back. */
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

/** RFC 2047: whole characters, so many that an encoded word stays below its 75. */
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

/** `Sun, 15 Nov 2026 17:42:05 +0000` */
function formatDate(ms: number): string {
  return new Date(ms).toUTCString().replace('GMT', '+0000');
}
