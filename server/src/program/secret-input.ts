import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Command, Options, Values } from '#kernel/command.ts';
import { UsageError } from './command-line.ts';

/** Placeholder for a secret that must not be an argument, which every user on the machine can read. */
const ASKED_FOR = '-';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Returns the values with placeholders replaced by lines of standard input. */
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

/** At a terminal, prompts for each line without echo. */
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
