import { describe, expect, it } from 'vitest';
import { type Block, parseMarkdown } from './blocks.ts';
import type { Inline } from './inline.ts';
import { nameTarget, readLink } from './links.ts';

/** Writes blocks as short HTML to compare them. It is never shown. */
function write(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.type === 'code') return `<pre>${block.text}</pre>`;
      if (block.type === 'quote') return `<q>${write(block.blocks)}</q>`;
      if (block.type === 'rule') return '<hr>';
      if (block.type === 'list') {
        return `<l${block.start ?? ''}>${block.items.map((item) => `<i>${write(item)}</i>`).join('')}</l>`;
      }
      const name = block.type === 'heading' ? 'h' : 'p';
      return `<${name}>${writeWords(block.content)}</${name}>`;
    })
    .join('');
}

function writeWords(content: readonly Inline[]): string {
  return content
    .map((one) => {
      if (one.type === 'link') return `<a ${one.url}>${one.text}</a>`;
      if ('text' in one) return one.type === 'code' ? `<c>${one.text}</c>` : one.text;
      return `<${one.type}>${writeWords(one.content)}</${one.type}>`;
    })
    .join('');
}

const show = (text: string) => write(parseMarkdown(text));

describe('Markdown', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
    ['# Title\ntext', '<h>Title</h><p>text</p>'],
    ['#12 is no heading', '<p>#12 is no heading</p>'],
    ['```sh\n# a\n\n*b*\n```\nc', '<pre># a\n\n*b*</pre><p>c</p>'],
    ['~~~\nopen to the end', '<pre>open to the end</pre>'],
    ['````\n```\n````', '<pre>```</pre>'],
    ['> a\n> > b\n\nc', '<q><p>a</p><q><p>b</p></q></q><p>c</p>'],
    ['- a\n- b\n  - c\n\n- d', '<l><i><p>a</p></i><i><p>b</p><l><i><p>c</p></i></l></i><i><p>d</p></i></l>'],
    ['3. a\n4. b', '<l3><i><p>a</p></i><i><p>b</p></i></l>'],
    ['a\n\n---\n\n* * *', '<p>a</p><hr><hr>'],
    [
      '**a** __b__ *c* _d_ ~~e~~',
      '<p><strong>a</strong> <strong>b</strong> <emphasis>c</emphasis> <emphasis>d</emphasis> <deleted>e</deleted></p>',
    ],
    [
      '***both*** and **a *b* c**',
      '<p><strong><emphasis>both</emphasis></strong> and <strong>a <emphasis>b</emphasis> c</strong></p>',
    ],
    ['snake_case_name, 2 * 3 * 4, **open, *.log', '<p>snake_case_name, 2 * 3 * 4, **open, *.log</p>'],
    ['\\*not\\* `a*b` ``c`d``', '<p>*not* <c>a*b</c> <c>c`d</c></p>'],
    ['`open and ~~~~', '<p>`open and ~~~~</p>'],
  ])('%j', (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  it.each([
    ['[a](https://b.example/c)', '<p><a https://b.example/c>a</a></p>'],
    ['see https://b.example/x?y=1.', '<p>see <a https://b.example/x?y=1>https://b.example/x?y=1</a>.</p>'],
    ['(https://b.example/a_(b))', '<p>(<a https://b.example/a_(b)>https://b.example/a_(b)</a>)</p>'],
    ['<mailto:jo@b.example>', '<p><a mailto:jo@b.example>mailto:jo@b.example</a></p>'],
    ['[a] (b) [c](d', '<p>[a] (b) [c](d</p>'],
    ['![pixel](https://b.example/p.png)', '<p><a https://b.example/p.png>pixel</a></p>'],
  ])('links %j', (text, expected) => {
    expect(show(text)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '/account',
    '//evil.example',
    'https://bank.example@evil.example',
    'https://evil\u202e.example',
    'https://',
  ])('never links to %j', (url) => {
    expect(readLink(url)).toBeNull();
    expect(JSON.stringify(parseMarkdown(`[a](${url}) <${url}>`))).not.toContain('"link"');
  });

  it('keeps HTML as text', () => {
    const html = '<script>alert(1)</script> <img src=x onerror=alert(1)> &lt;';
    expect(parseMarkdown(html)).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: html }] }]);
  });

  it('names the host of a link whose text says something else', () => {
    expect(nameTarget('bank.example', 'https://evil.example/')).toBe('evil.example');
    expect(nameTarget('https://bank.example/', 'https://evil.example/')).toBe('evil.example');
    expect(nameTarget('Write to us', 'mailto:jo@b.example')).toBe('jo@b.example');
    for (const text of ['b.example', 'https://b.example', 'https://b.example/', 'HTTPS://B.example/']) {
      expect(nameTarget(text, 'https://b.example/')).toBeNull();
    }
  });

  const LONG = 100_000;
  it.each([
    '*a ',
    '**',
    '_',
    '[',
    '![',
    '](',
    '`',
    '`` ` ',
    '> ',
    '- a\n',
    '  - a\n',
    '```\n',
    '\\',
    'https://a ',
    'h',
    '<http:',
    '[a](https://b.example) ',
    '~~a~~ ',
    '# \n',
    '\n',
    '*_~~',
    '1. \n\n  1. ',
    '>- ',
  ])('stays fast and small with 100 KB of %j', (part) => {
    const text = part.repeat(Math.ceil(LONG / part.length));
    const began = performance.now();
    const blocks = parseMarkdown(text);
    expect(performance.now() - began).toBeLessThan(500);
    expect(countParts(blocks)).toBeLessThan(8_000);
  });

  it('shows every word of a text with too many parts', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `word${index} **b**`).join('\n\n');
    expect(show(text)).toContain('word4999 **b**');
    expect(show('*a* '.repeat(5_000)).match(/a/g)?.length).toBeGreaterThan(4_999);
  });
});

function countParts(blocks: readonly Block[] | readonly Inline[]): number {
  return (JSON.stringify(blocks).match(/"type"/g) ?? []).length;
}
