import { readInside } from '../inside.ts';
import { matchBriefly } from '../match-briefly.ts';
import { type Call, type Command, complain, print, resolvePath } from '../shell.ts';

export const textCommands: Readonly<Record<string, Command>> = {
  echo({ args, io }) {
    const isBare = args[1] === '-n';
    return print(io, `${args.slice(isBare ? 2 : 1).join(' ')}${isBare ? '' : '\n'}`);
  },
  printf({ args, io }) {
    const [, format = '', ...values] = args;
    let text = '';
    do text += fill(format, values);
    while (values.length > 0 && /%[sdq]/.test(format));
    return print(io, text);
  },
  cat: (call) => withFiles(call, call.args.slice(1), (content) => call.io.out(content)),
  head: (call) => withLines(call, (lines, count) => lines.slice(0, count)),
  tail: (call) => withLines(call, (lines, count) => lines.slice(-count)),
  sort: (call) => {
    const isUnique = call.args.some((arg) => /^-\w*u/.test(arg));
    return withLines(call, (lines) => (isUnique ? [...new Set(lines)] : lines).sort());
  },
  seq({ args, io }) {
    const [first, last] = args.length > 2 ? [Number(args[1]), Number(args.at(-1))] : [1, Number(args[1])];
    const count = Math.min(Math.max(0, last - first + 1), 10_000);
    return print(io, Array.from({ length: count }, (_, index) => `${first + index}\n`).join(''));
  },
  /** Lines of the second file that are not in the first, the only supported use. */
  comm(call) {
    const [first = '', second = ''] = operandsOf(call);
    const read = (name: string) => {
      const content = name === '-' ? call.io.input : readInside(call.machine.inside, resolvePath(call.shell, name));
      return linesOf(content ?? Buffer.alloc(0));
    };
    const known = new Set(read(first));
    return printLines(
      call,
      read(second).filter((line) => !known.has(line)),
    );
  },
  async xargs(call) {
    const words = call.io.input.toString('utf8').split(/\s+/).filter(Boolean);
    const command = call.args.slice(call.args[1] === '-r' ? 2 : 1);
    return words.length === 0 && call.args[1] === '-r' ? 0 : await call.run([...command, ...words]);
  },
  /** Supports substitution only. */
  sed(call) {
    const [script = '', ...files] = operandsOf(call);
    const parts = matchBriefly(() => /^s(.)(.*?[^\\]|)\1(.*?)\1([gpi]*)$/.exec(script));
    const [, separator = '', from = '', to = '', flags = ''] = parts ?? [];
    if (separator === '') return complain(call.io, `sed: -e expression #1: unknown command: '${script.slice(0, 20)}'`);
    const expression = new RegExp(translate(from), flags.includes('g') ? 'g' : '');
    const isQuiet = call.args.includes('-n');
    return withFiles(call, files, (content) => {
      const replace = (line: string) => {
        const changed = line.replace(expression, to.replace(/\\(\d)/g, '$$$1').replace(/(?<!\\)&/g, '$$&'));
        return isQuiet ? (flags.includes('p') && expression.test(line) ? [changed] : []) : [changed];
      };
      const lines = matchBriefly(() => linesOf(content).flatMap(replace));
      printLines(call, lines);
    });
  },
  wc: (call) =>
    withFiles(
      call,
      operandsOf(call),
      (content) => void print(call.io, `${content.toString().split('\n').length - 1}\n`),
    ),
  tr({ args, io }) {
    const [, from = '', to = ''] = args;
    if (from === '-d' || from === '-dc') {
      const set = new RegExp(`[${from === '-dc' ? '^' : ''}${to.replace(/[\]\\]/g, '\\$&')}]`, 'g');
      return print(io, io.input.toString('latin1').replace(set, ''));
    }
    return print(io, [...io.input.toString()].map((one) => to.charAt(from.indexOf(one)) || one).join(''));
  },
  cut(call) {
    const { args } = call;
    const option = (flag: string) => {
      const at = args.findIndex((arg) => arg.startsWith(flag));
      return args[at]?.slice(2) || args[at + 1] || '';
    };
    const delimiter = args.some((arg) => arg.startsWith('-d')) ? option('-d') : '\t';
    const field = Number(option('-f'));
    const files = args.slice(1).filter((arg, index) => !arg.startsWith('-') && !/^-[df]$/.test(args[index] ?? ''));
    return withFiles(call, files, (content) => {
      printLines(
        call,
        linesOf(content).map((line) => line.split(delimiter)[field - 1] ?? ''),
      );
    });
  },
  grep(call) {
    const flags = call.args
      .slice(1)
      .filter((arg) => /^-[a-zA-Z]/.test(arg))
      .join('');
    const [pattern = '', ...files] = operandsOf(call);
    // With -f they are in a file, one per line.
    const patterns = flags.includes('f')
      ? linesOf(readInside(call.machine.inside, resolvePath(call.shell, pattern)) ?? Buffer.alloc(0))
      : [pattern];
    const sources = patterns.map((one) => (flags.includes('F') ? one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : one));
    const whole = sources.map((source) => (flags.includes('x') ? `^(?:${source})$` : source)).join('|') || '(?!)';
    const expression = new RegExp(whole.replaceAll('[[:space:]]', '\\s'), flags.includes('i') ? 'i' : '');
    const found: string[] = [];
    const code = withFiles(call, files, (content) => {
      const matches = (line: string) => expression.test(line) !== flags.includes('v');
      found.push(...matchBriefly(() => linesOf(content).filter(matches)));
    });
    if (!flags.includes('q'))
      print(call.io, flags.includes('c') ? `${found.length}\n` : found.map((line) => `${line}\n`).join(''));
    return code === 0 ? (found.length > 0 ? 0 : 1) : 2;
  },
};

function fill(format: string, values: string[]): string {
  const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '0': '\0' };
  return format.replace(/\\([ntr\\0])|%(%|-?\d*[sdq])/g, (_all, letter?: string, code?: string) => {
    if (letter !== undefined) return escapes[letter] ?? '';
    return code === '%' ? '%' : (values.shift() ?? '');
  });
}

function printLines({ io }: Call, lines: readonly string[]): number {
  return print(io, lines.map((line) => `${line}\n`).join(''));
}

/** Translates a basic regular expression, where groups and counts have a backslash. */
function translate(expression: string): string {
  return expression.replace(/\\[(){}]|[(){}+?|]/g, (found) => (found.length > 1 ? found.slice(1) : `\\${found}`));
}

function linesOf(content: Buffer): string[] {
  const lines = content.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function operandsOf({ args }: Call): string[] {
  return args.slice(1).filter((arg) => !/^-[a-zA-Z0-9]/.test(arg));
}

function withLines(call: Call, choose: (lines: string[], count: number) => string[]): number {
  const at = call.args.indexOf('-n');
  const count = Number(
    at > 0 ? call.args[at + 1] : (call.args.find((arg) => /^-n?\d+$/.test(arg))?.replace(/\D/g, '') ?? 10),
  );
  const files = call.args.slice(1).filter((arg, index) => !arg.startsWith('-') && index + 1 !== at + 1);
  return withFiles(
    call,
    files,
    (content) =>
      void print(
        call.io,
        choose(linesOf(content), count)
          .map((line) => `${line}\n`)
          .join(''),
      ),
  );
}

/** Processes each file, or standard input without any. */
function withFiles(
  { io, shell, machine, args }: Call,
  names: readonly string[],
  use: (content: Buffer) => void,
): number {
  if (names.length === 0) use(io.input);
  let code = 0;
  for (const name of names) {
    const content =
      name === '-'
        ? io.input
        : name === '/dev/null'
          ? Buffer.alloc(0)
          : readInside(machine.inside, resolvePath(shell, name));
    if (content) use(content);
    else code = complain(io, `${args[0]}: ${name}: No such file or directory`);
  }
  return code;
}
