import { describe, expect, it } from 'vitest';
import { Masker } from './mask.ts';
import { OUTPUT_KEPT, StepOutput } from './output.ts';

const SECRET = 'it\'s a "secret" & more';

/** Returns the masked text of these chunks. */
function pour(secrets: string[], pieces: readonly string[]): string {
  const masker = new Masker(secrets);
  return pieces.map((piece) => masker.push(piece)).join('') + masker.end();
}

describe('a secret in step output', () => {
  it('is masked wherever the output is split into chunks', () => {
    const text = `before ${SECRET} between ${SECRET}${SECRET} after`;
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second += 7) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(pour([SECRET], pieces)).toBe('before *** between ****** after');
      }
    }
    expect(pour([SECRET], [...text])).toBe('before *** between ****** after');
  });

  it('is masked when it is URL-encoded, JSON-encoded or shell-quoted', () => {
    const written = [encodeURIComponent(SECRET), JSON.stringify(SECRET), `'${SECRET.replaceAll("'", "'\\''")}'`];
    expect(pour([SECRET], [written.join(' ')])).toBe(`*** "***" '***'`);
  });

  it('is masked completely when another secret is a prefix of it', () => {
    expect(pour(['password', 'password-and-more'], ['passw', 'ord', '-and', '-more; password.'])).toBe('***; ***.');
    expect(pour(['abab'], ['ab', 'ab', 'ab'])).toBe('***ab');
  });

  it('is matched literally, not as a pattern', () => {
    expect(pour(['a.*(b|c)+$'], ['a.*(b|c)+$ axxxbc'])).toBe('*** axxxbc');
    expect(pour([''], ['nothing to mask'])).toBe('nothing to mask');
  });

  it('delays output only while the output may still become the secret', () => {
    const masker = new Masker(['secret']);
    expect(masker.push('all of this can be shown\n')).toBe('all of this can be shown\n');
    expect(masker.push('a sec')).toBe('a ');
    expect(masker.push('ond')).toBe('second');
  });
});

describe('the output of a step', () => {
  it('keeps only its end, masks secrets per stream, and drops escape sequences and NUL', async () => {
    const output = new StepOutput(['hunter22'], async () => {});
    output.add('x'.repeat(100_000), 'stdout');
    output.add('\nthe password is hunt', 'stdout');
    output.add('\u001b[31ma warning\u001b[0m\0', 'stderr');
    output.add('er22, hun\u001b[0mter22\n', 'stdout');
    const text = await output.end();
    expect(text.length).toBeLessThanOrEqual(OUTPUT_KEPT);
    expect(text.endsWith('\nthe password is a warning***, ***')).toBe(true);
  });

  it('is saved at most once per second and never concurrently, however much is written', async () => {
    const saved: number[] = [];
    let saving = 0;
    const output = new StepOutput(['hunter22'], async (text) => {
      expect(++saving).toBe(1);
      await new Promise(setImmediate);
      saved.push(text.length);
      saving--;
    });
    const chunk = 'flood '.repeat(5_000);
    const began = performance.now();
    while (saved.length < 2) {
      for (let i = 0; i < 50; i++) output.add(chunk, 'stdout');
      await new Promise(setImmediate);
    }
    await output.end();
    // At most one save per second.
    expect(saved.length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1_000));
  });
});
