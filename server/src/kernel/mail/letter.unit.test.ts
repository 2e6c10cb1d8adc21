import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { writeEml } from './eml.ts';
import { renderLetter } from './letter.ts';

const hostile = `<img src=x onerror="alert(1)"> & 'quoted'\r\nBcc: eve@example.com\u2028\0`;
const url = 'https://panel.example.com/reset#abc';

describe('a letter', () => {
  it('has the same content as text and as HTML', () => {
    const letter = {
      subject: 'Choose a new password',
      paragraphs: ['Somebody asked for it.'],
      facts: [['Address', '203.0.113.7']] as const,
      action: { label: 'Choose a password', url },
      links: { title: 'Next steps', items: [{ label: 'Set a firewall', url: `${url}2` }] },
      notes: ['It works for an hour.'],
    };
    const { text, html } = renderLetter(letter, { sender: 'Example Hosting' });
    for (const words of [
      'Somebody asked for it.',
      '203.0.113.7',
      'Choose a password',
      'It works for an hour.',
      'Next steps',
      'Set a firewall',
    ]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    for (const address of [url, `${url}2`]) {
      expect(text).toContain(`\n${address}\n`);
      expect(html).toContain(`href="${address}"`);
    }
    expect(html).toContain('Choose a new password</h1>');
    expect(html).not.toMatch(/<img|<script|<link|url\(/);
  });

  it('renders input of customers without markup and line breaks', () => {
    const letter = {
      subject: hostile,
      paragraphs: [hostile],
      facts: [[hostile, hostile]] as const,
      action: { label: hostile, url },
      links: { title: hostile, items: [{ label: hostile, url }] },
      notes: [hostile],
    };
    const { subject, text, html } = renderLetter(letter, { sender: hostile });
    expect(subject).not.toMatch(/[\r\n\0\u2028]/);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quoted&#39;');
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it('bounds the length of names chosen by customers', () => {
    const { subject, text, html } = renderLetter(
      { subject: '🙂'.repeat(10_000), paragraphs: ['x'.repeat(100_000)] },
      { sender: 'Us' },
    );
    expect([...subject].length).toBe(150);
    expect(subject.isWellFormed()).toBe(true);
    expect(text.length + html.length).toBeLessThan(10_000);
  });
});

describe('an eml file', () => {
  const mail = {
    id: 1,
    messageId: '<1@example.com>',
    from: { name: 'Müller "Hosting" \\', address: 'no-reply@example.com' },
    to: 'jo@example.com',
    subject: `Grüße an alle, ${'die es lesen 🙂 '.repeat(10)}`.trim(),
    attachments: [],
    ...{ text: 'Ä\n', html: '<p>Ä</p>\n', createdAt: Date.UTC(2026, 10, 15, 17, 42, 5) },
  };

  it('is read correctly by mail programs', async () => {
    const raw = writeEml(mail);
    const parsed = await PostalMime.parse(raw);
    expect(parsed).toMatchObject({ from: mail.from, subject: mail.subject, messageId: mail.messageId });
    expect(parsed.to).toEqual([{ name: '', address: mail.to }]);
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual(['Ä', '<p>Ä</p>']);
    expect(parsed.date).toBe('2026-11-15T17:42:05.000Z');
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThan(100);
  });

  it('has the attachments after the text', async () => {
    const content = Buffer.from('%PDF-1.7 '.repeat(50));
    const file = { filename: 'INV 1.pdf', contentType: 'application/pdf', content };
    const parsed = await PostalMime.parse(writeEml({ ...mail, attachments: [file] }));
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual(['Ä', '<p>Ä</p>']);
    expect(parsed.attachments).toMatchObject([{ filename: 'INV_1.pdf', mimeType: 'application/pdf' }]);
    expect(Buffer.from(parsed.attachments[0]?.content as ArrayBuffer)).toEqual(content);
  });

  it('quotes a sender name with special characters', async () => {
    const from = { name: 'Example, Inc. "Mail"', address: 'a@example.com' };
    expect((await PostalMime.parse(writeEml({ ...mail, from }))).from).toEqual(from);
  });
});
