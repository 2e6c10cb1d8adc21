import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './command-line.ts';
import type { Command, Options, Values } from './kernel/command.ts';

/** What is given in place of a secret that is not to stand among the arguments, where everybody on the machine can read it. */
const ASKED_FOR = '-';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** What was given, with the secrets that are not among the arguments read from standard input, a line each. */
export async function readSecrets<O extends Options>(
  { options }: Pick<Command, 'options'>,
  values: Values<O>,
  input: Input = process.stdin,
): Promise<Values<O>> {
  const asked = Object.entries(values).filter(([name, value]) => options[name]?.secret && value === ASKED_FOR);
  if (asked.length === 0) return values;
  const lines = await readLines(input, asked.length, (index) => `${asked[index]?.[0]}: `);
  const read = asked.map(([name], index) => {
    const line = lines[index] ?? '';
    if (line === '') throw new UsageError(`--${name} is - and standard input has no line for it.`);
    return [name, line];
  });
  return { ...values, ...Object.fromEntries(read) };
}

/** Who types at a terminal is asked, and sees nothing of what they type. */
async function readLines(input: Input, count: number, prompt: (index: number) => string): Promise<string[]> {
  const tell = (text: string) => input.isTTY && process.stderr.write(text);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: input.isTTY ?? false });
  const lines: string[] = [];
  try {
    tell(prompt(0));
    for await (const line of reader) {
      lines.push(line);
      tell('\n');
      if (lines.length === count) break;
      tell(prompt(lines.length));
    }
    return lines;
  } finally {
    reader.close();
  }
}
