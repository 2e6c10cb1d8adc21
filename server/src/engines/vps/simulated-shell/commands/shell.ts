import { exists, isFolder, readInside } from '../inside.ts';
import {
  type Call,
  type Command,
  complain,
  environmentOf,
  forkShell,
  Leave,
  openShell,
  print,
  resolvePath,
} from '../shell.ts';

/** Builtins of a shell, and shells. */
export const shellCommands: Readonly<Record<string, Command>> = {
  ':': () => 0,
  true: () => 0,
  false: () => 1,
  sh: runShell,
  bash: runShell,
  dash: runShell,
  test: (call) => judge(call, call.args.slice(1)),
  '[': (call) =>
    call.args.at(-1) === ']' ? judge(call, call.args.slice(1, -1)) : complain(call.io, '[: missing ]', 2),
  exit: ({ args, shell }) => leave('exit', args[1], shell.lastCode),
  return: ({ args, shell }) => leave('return', args[1], shell.lastCode),
  break: () => leave('break', undefined, 0),
  continue: () => leave('continue', undefined, 0),
  cd({ args, shell, machine, io }) {
    const path = resolvePath(shell, args[1] ?? '/root');
    if (!isFolder(machine.inside, path)) return complain(io, `sh: cd: can't cd to ${args[1]}`, 2);
    shell.folder = path;
    return 0;
  },
  pwd: ({ shell, io }) => print(io, `${shell.folder}\n`),
  export: ({ args, shell }) => assign(args, shell, true),
  local: ({ args, shell }) => assign(args, shell, false),
  readonly: ({ args, shell }) => assign(args, shell, false),
  unset({ args, shell }) {
    for (const name of args.slice(1)) shell.variables.delete(name);
    return 0;
  },
  set({ args, shell }) {
    const flags = args.slice(1).filter((arg) => /^[-+]/.test(arg));
    for (const flag of flags) {
      if (flag === '--') continue;
      if (flag.includes('e')) shell.stopsOnFailure = flag.startsWith('-');
      if (flag.includes('u')) shell.refusesUnset = flag.startsWith('-');
    }
    if (args[1] === '--') shell.parameters = [shell.parameters[0] ?? 'sh', ...args.slice(2)];
    return 0;
  },
  shift({ shell, args }) {
    shell.parameters.splice(1, Number(args[1] ?? 1));
    return 0;
  },
  read({ args, shell, io }) {
    const [line = '', ...rest] = io.input.toString('utf8').split('\n');
    io.input = Buffer.from(rest.join('\n'));
    const names = args.slice(1).filter((arg) => !arg.startsWith('-'));
    const words = line.trim().split(/\s+/);
    for (const [index, name] of names.entries()) {
      shell.variables.set(name, index === names.length - 1 ? words.slice(index).join(' ') : (words[index] ?? ''));
    }
    return line === '' && rest.length === 0 ? 1 : 0;
  },
  trap: () => 0,
  umask: () => 0,
  wait: () => 0,
  ulimit: () => 0,
  exec: async (call) => (call.args.length > 1 ? leave('exit', undefined, await call.run(call.args.slice(1))) : 0),
  eval: (call) => call.runScript(call.args.slice(1).join(' '), call.shell, call.io.input),
  command(call) {
    const flag = call.args[1];
    if (flag === '-v' || flag === '-V') return which(call, call.args.slice(2));
    return call.run(call.args.slice(1));
  },
  which: (call) => which(call, call.args.slice(1)),
  nice: (call) => call.run(call.args.slice(call.args[1] === '-n' ? 3 : 1)),
  setsid: (call) => call.run(call.args.slice(1)),
  busybox: (call) => (call.args[1] === 'httpd' ? 0 : call.run(call.args.slice(1), call.shell)),
  nohup: (call) => call.run(call.args.slice(1)),
  timeout: (call) => call.run(call.args.slice(2)),
  flock: (call) => call.run(call.args.slice(call.args[1]?.startsWith('-') ? 4 : 2)),
  env(call) {
    const shell = forkShell(call.shell);
    let at = 1;
    for (let word = call.args[at]; word?.includes('='); word = call.args[++at]) set(shell, word);
    if (call.args[at] !== undefined) return call.run(call.args.slice(at), shell);
    return print(call.io, listEnvironment(environmentOf(shell)));
  },
  printenv({ args, shell, io }) {
    const environment = environmentOf(shell);
    if (args.length === 1) return print(io, listEnvironment(environment));
    const values = args.slice(1).map((name) => environment[name]);
    print(io, values.flatMap((value) => (value === undefined ? [] : [`${value}\n`])).join(''));
    return values.includes(undefined) ? 1 : 0;
  },
};

function listEnvironment(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function set({ variables, exported }: Call['shell'], assignment: string): void {
  const at = assignment.indexOf('=');
  const name = assignment.slice(0, at);
  variables.set(name, assignment.slice(at + 1));
  exported.add(name);
}

function assign(args: readonly string[], shell: Call['shell'], isExported: boolean): number {
  for (const arg of args.slice(1)) {
    const [name = '', ...value] = arg.split('=');
    if (value.length > 0) shell.variables.set(name, value.join('='));
    if (isExported) shell.exported.add(name);
  }
  return 0;
}

function leave(what: Leave['what'], code: string | undefined, otherwise: number): never {
  throw new Leave(what, code === undefined ? otherwise : Number(code) & 255);
}

async function which(call: Call, names: readonly string[]): Promise<number> {
  const missing = names.filter((name) => !call.has(name));
  for (const name of names) if (!missing.includes(name)) print(call.io, `/usr/bin/${name}\n`);
  return missing.length === 0 ? 0 : 1;
}

/** Evaluates the `test` command. */
function judge(call: Call, words: readonly string[]): number {
  const { shell, machine } = call;
  const at = words.findIndex((word) => word === '-a' || word === '-o');
  if (at > 0) {
    const [left, right] = [judge(call, words.slice(0, at)) === 0, judge(call, words.slice(at + 1)) === 0];
    return (words[at] === '-a' ? left && right : left || right) ? 0 : 1;
  }
  const [a = '', b, c] = words;
  if (a === '!' && words.length > 1) return judge(call, words.slice(1)) === 0 ? 1 : 0;
  const answer = (is: boolean) => (is ? 0 : 1);
  if (words.length <= 1) return answer(a !== '');
  if (words.length === 2) {
    const path = resolvePath(shell, b ?? '');
    const content = readInside(machine.inside, path);
    if (a === '-n') return answer(b !== '');
    if (a === '-z') return answer(b === '');
    if (a === '-d') return answer(isFolder(machine.inside, path));
    if (a === '-f') return answer(content !== undefined);
    if (a === '-s') return answer(content !== undefined && content.length > 0);
    if (a === '-x') return answer(content !== undefined || call.has(path));
    return answer(exists(machine.inside, path));
  }
  const numbers: Readonly<Record<string, (x: number, y: number) => boolean>> = {
    '-eq': (x, y) => x === y,
    '-ne': (x, y) => x !== y,
    '-lt': (x, y) => x < y,
    '-le': (x, y) => x <= y,
    '-gt': (x, y) => x > y,
    '-ge': (x, y) => x >= y,
  };
  if (b === '=' || b === '==') return answer(a === c);
  if (b === '!=') return answer(a !== c);
  return answer(numbers[b ?? '']?.(Number(a), Number(c)) ?? false);
}

/** Runs a script from an argument, a file or standard input. */
function runShell(call: Call): number | Promise<number> {
  const { args, shell, io, machine } = call;
  const flags: string[] = [];
  let at = 1;
  while (args[at]?.startsWith('-') && args[at] !== '--') flags.push(...(args[at++] ?? '').slice(1));
  const operands = args.slice(args[at] === '--' ? at + 1 : at);
  const hasScript = flags.includes('c');
  const readsFile = !hasScript && !flags.includes('s') && operands.length > 0;
  const [first = ''] = operands;
  const file = readsFile ? readInside(machine.inside, resolvePath(shell, first)) : undefined;
  if (readsFile && !file) return complain(io, `sh: 0: cannot open ${first}: No such file`, 2);
  const script = hasScript ? first : (file ?? io.input).toString('utf8');
  const parameters = hasScript ? operands.slice(1) : readsFile ? operands : ['sh', ...operands];
  const inner = openShell(environmentOf(shell), parameters.length > 0 ? parameters : ['sh']);
  inner.folder = shell.folder;
  inner.stopsOnFailure = flags.includes('e');
  inner.refusesUnset = flags.includes('u');
  return call.runScript(script, inner, hasScript || readsFile ? io.input : Buffer.alloc(0));
}
