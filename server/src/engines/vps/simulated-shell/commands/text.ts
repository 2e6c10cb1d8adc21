import { readInside } from '../inside.ts';
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
  sort: (call) => withLines(call, (lines) => lines.sort()),
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
  cut({ args, io }) {
    const option = (flag: string) => {
      const at = args.findIndex((arg) => arg.startsWith(flag));
      return args[at]?.slice(2) || args[at + 1] || '';
    };
    const [delimiter, field] = [args.some((arg) => arg.startsWith('-d')) ? option('-d') : '\t', Number(option('-f'))];
    return print(
      io,
      linesOf(io.input)
        .map((line) => `${line.split(delimiter)[field - 1] ?? ''}\n`)
        .join(''),
    );
  },
  grep(call) {
    const flags = call.args
      .slice(1)
      .filter((arg) => /^-[a-zA-Z]/.test(arg))
      .join('');
    const [pattern = '', ...files] = operandsOf(call);
    const source = flags.includes('F') ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern;
    const whole = flags.includes('x') ? `^(?:${source})$` : source;
    const expression = new RegExp(whole.replaceAll('[[:space:]]', '\\s'), flags.includes('i') ? 'i' : '');
    const found: string[] = [];
    const code = withFiles(call, files, (content) => {
      found.push(...linesOf(content).filter((line) => expression.test(line) !== flags.includes('v')));
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

/** Each of them, or what is to be read where none is named. */
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
