import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readUserData } from './read-user-data.ts';

const config = (text: string) => `#cloud-config\n${text}`;
const problemOf = (text: string): string => {
  try {
    readUserData(text);
    return 'none';
  } catch (error) {
    const [detail] = (error as { details?: { field: string; message: string }[] }).details ?? [];
    expect(detail?.field).toBe('user_data');
    return detail?.message ?? '';
  }
};

describe('user data', () => {
  it('is a cloud-config or a script, with Unix line ends', () => {
    expect(readUserData('#!/bin/sh\r\necho ä\r\n')).toBe('#!/bin/sh\necho ä\n');
    expect(readUserData(config('packages: [nginx]\nwrite_files:\n- {path: /a, content: "x"}\n'))).toContain('nginx');
    expect(readUserData('#cloud-config')).toBe('#cloud-config');
    const coloured = `write_files:\n- content: |\n${'    printf "\\e[31m"\n    - - - - - - [\n'.repeat(100)}`;
    expect(problemOf(config(coloured))).toBe('none');
    const real = `runcmd:\n${'- [sh, -c, "echo hello to the world of hosting"]\n'.repeat(500)}`;
    expect(problemOf(config(real))).toBe('none');
  });

  it('is refused in any other form', () => {
    for (const text of ['', 'echo hello', '#include\nhttp://example.com/', '#cloud-configuration', ' #!/bin/sh']) {
      expect(problemOf(text)).toBe('must begin with #cloud-config or with #!, like #!/bin/sh.');
    }
  });

  it('is refused if it is binary, compressed or too long', () => {
    const zipped = gzipSync(Buffer.alloc(50_000_000));
    const binary = 'must be text: binary and compressed data is not supported. Send it uncompressed.';
    expect(problemOf(zipped.toString('latin1').slice(0, 30_000))).toBe(binary);
    expect(problemOf(zipped.toString('utf8').slice(0, 10_000))).toBe(binary);
    expect(problemOf(zipped.toString('base64').slice(0, 30_000))).toBe(binary);
    expect(problemOf('#!/bin/sh\n\0')).toBe(binary);
    expect(problemOf('#!/bin/sh\n\ud800')).toBe(binary);
    expect(problemOf(`#!/bin/sh\n${'ä'.repeat(16 * 1024)}`)).toBe('must have at most 32 KiB.');
  });

  it('is refused with the line if the YAML is not valid', () => {
    expect(problemOf(config('packages: [nginx\n'))).toMatch(/^is not valid YAML: line \d+: .*\.$/);
    expect(problemOf(config('a: b: c\n'))).toMatch(/^is not valid YAML: line 2: /);
  });

  it('is refused at little cost if it is hostile', () => {
    const nested = 'is nested more than 20 levels deep.';
    const aliases = 'has more than 100 YAML aliases.';
    const long = 'has more than 8000 YAML tokens. Shorten it, or send a script.';
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`)}]`).join('\n');
    const steps = Array.from({ length: 60 }, (_, n) => `${' '.repeat(n)}a:`).join('\n');
    for (const [text, problem] of [
      ['['.repeat(32_000), nested],
      ['- '.repeat(16_000), nested],
      ['? '.repeat(16_000), nested],
      [steps, nested],
      [`a0: &a0 x\n${bomb}`, aliases],
      [`x: &a 1\ny: [${Array(5_000).fill('*a').join()}]`, aliases],
      ['\n'.repeat(32_000), long],
      [`x: "${'\\\n'.repeat(16_000)}"`, long],
      [`x: {${'a,'.repeat(16_000)}}`, long],
    ] as const) {
      const before = process.cpuUsage();
      expect([text.slice(0, 20), problemOf(config(text))]).toEqual([text.slice(0, 20), problem]);
      const { user } = process.cpuUsage(before);
      expect([text.slice(0, 20), user < 1_000_000]).toEqual([text.slice(0, 20), true]);
    }
  });
});
