import { findCommand } from './commands.ts';
import { type Expansion, expandPattern, expandText, expandWords } from './expand.ts';
import { readInside, writeInside } from './inside.ts';
import { matchBriefly } from './match-briefly.ts';
import { parseScript } from './parse.ts';
import { complain, forkShell, type Io, Leave, type Machine, resolvePath, type Shell } from './shell.ts';
import { type Node, type Redirection, ScriptError } from './syntax.ts';

/** Runs a script to its end and returns its exit code. */
async function runScript(script: string, shell: Shell, io: Io, machine: Machine): Promise<number> {
  try {
    return await run(parseScript(script), { shell, io, machine, isTested: false });
  } catch (error) {
    if (error instanceof Leave) return error.code;
    if (error instanceof ScriptError) return complain(io, `sh: Syntax error: ${error.message}`, 2);
    throw error;
  }
}

/** Runs a line of an interactive shell. Throws `Leave` if the line leaves the shell. */
export async function runLine(line: string, shell: Shell, io: Io, machine: Machine): Promise<number> {
  try {
    return await run(parseScript(line), { shell, io, machine, isTested: false });
  } catch (error) {
    if (error instanceof ScriptError) return complain(io, `sh: Syntax error: ${error.message}`, 2);
    if (error instanceof Leave && error.what !== 'exit') return error.code;
    throw error;
  }
}

/** Runs a command without a shell, unless it is one. */
export async function runCommand(args: readonly string[], shell: Shell, io: Io, machine: Machine): Promise<number> {
  await machine.tick();
  const [name = ''] = args;
  const command = findCommand(name, machine.inside);
  if (!command) return complain(io, `sh: ${name}: not found`, 127);
  return await command({
    ...{ args, io, shell, machine },
    has: (other) => findCommand(other, machine.inside) !== undefined || shell.functions.has(other),
    run: (inner, innerShell = shell) => runCommand(inner, innerShell, io, machine),
    runScript: (script, innerShell, input) => runScript(script, innerShell, { ...io, input }, machine),
  });
}

interface Run {
  shell: Shell;
  io: Io;
  machine: Machine;
  /** True if a failure is a condition, which `set -e` ignores. */
  isTested: boolean;
}

async function run(node: Node, at: Run): Promise<number> {
  const code = await runNode(node, at);
  at.shell.lastCode = code;
  const isPlain = node.kind === 'simple' || node.kind === 'redirected' || node.kind === 'pipe' || node.kind === 'group';
  if (code !== 0 && isPlain && !at.isTested && at.shell.stopsOnFailure) throw new Leave('exit', code);
  return code;
}

async function runNode(node: Node, at: Run): Promise<number> {
  const tested = { ...at, isTested: true };
  switch (node.kind) {
    case 'simple':
      return await runSimple(node, at);
    case 'list': {
      let code = 0;
      for (const item of node.items) code = await run(item, at);
      return code;
    }
    case 'and': {
      const code = await run(node.left, tested);
      return code === 0 ? await run(node.right, at) : code;
    }
    case 'or': {
      const code = await run(node.left, tested);
      return code === 0 ? 0 : await run(node.right, at);
    }
    case 'not':
      return (await run(node.body, tested)) === 0 ? 1 : 0;
    case 'group':
      return node.isolated ? await runIsolated(node.body, at) : await run(node.body, at);
    case 'pipe':
      return await runPipe(node.stages, at);
    case 'redirected':
      return await redirect(node.redirections, at, (inner) => runNode(node.body, inner));
    case 'if':
      if ((await run(node.condition, tested)) === 0) return await run(node.then, at);
      return node.otherwise ? await run(node.otherwise, at) : 0;
    case 'while':
      return await loop(at, async () => ((await run(node.condition, tested)) === 0) !== node.until, node.body);
    case 'for': {
      const words = await expandWords(node.words, expansionOf(at));
      const next = async () => {
        const word = words.shift();
        if (word !== undefined) at.shell.variables.set(node.name, word);
        return word !== undefined;
      };
      return await loop(at, next, node.body);
    }
    case 'case': {
      const text = await expandText(node.word, expansionOf(at));
      for (const { patterns, body } of node.arms) {
        for (const pattern of patterns) {
          const expression = await expandPattern(pattern, expansionOf(at));
          if (matchBriefly(() => expression.test(text))) return await run(body, at);
        }
      }
      return 0;
    }
    case 'function':
      at.shell.functions.set(node.name, node.body);
      return 0;
  }
}

async function runSimple({ assignments, words }: Node & { kind: 'simple' }, at: Run): Promise<number> {
  const { shell, io, machine } = at;
  const expansion = expansionOf(at);
  const args = await expandWords(words, expansion);
  const [name] = args;
  // With a command they apply to it only; without, to the shell.
  const target = name === undefined ? shell : forkShell(shell);
  for (const one of assignments) {
    target.variables.set(one.name, await expandText(one.value, expansion));
    if (name !== undefined) target.exported.add(one.name);
  }
  if (name === undefined)
    return assignments.some(({ value }) => value.some(({ kind }) => kind === 'output')) ? shell.lastCode : 0;
  const body = shell.functions.get(name);
  if (body) return await runFunction(body, args, at);
  return await runCommand(args, assignments.length > 0 ? target : shell, io, machine);
}

async function runFunction(body: Node, args: readonly string[], at: Run): Promise<number> {
  const { shell } = at;
  const { parameters } = shell;
  await at.machine.tick();
  shell.parameters = [parameters[0] ?? 'sh', ...args.slice(1)];
  try {
    return await run(body, at);
  } catch (error) {
    if (error instanceof Leave && error.what === 'return') return error.code;
    throw error;
  } finally {
    shell.parameters = parameters;
  }
}

async function runIsolated(body: Node, at: Run): Promise<number> {
  try {
    return await run(body, { ...at, shell: forkShell(at.shell) });
  } catch (error) {
    if (error instanceof Leave) return error.code;
    throw error;
  }
}

/** Runs the stages one after the other: each gets the whole output of the one before. */
async function runPipe(stages: readonly Node[], at: Run): Promise<number> {
  let { input } = at.io;
  let code = 0;
  for (const [index, stage] of stages.entries()) {
    const chunks: Buffer[] = [];
    const out = index === stages.length - 1 ? at.io.out : collect(chunks);
    code = await runIsolated(stage, { ...at, io: { ...at.io, input, out }, isTested: true });
    input = Buffer.concat(chunks);
  }
  return code;
}

async function loop(at: Run, next: () => Promise<boolean>, body: Node): Promise<number> {
  let code = 0;
  try {
    while (await next()) {
      await at.machine.tick();
      try {
        code = await run(body, at);
      } catch (error) {
        if (!(error instanceof Leave) || error.what !== 'continue') throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof Leave) || error.what !== 'break') throw error;
  }
  return code;
}

async function redirect(
  redirections: readonly Redirection[],
  at: Run,
  work: (inner: Run) => Promise<number>,
): Promise<number> {
  const io = { ...at.io };
  const { shell, machine } = at;
  const written: { path: string; before: Buffer; chunks: Buffer[] }[] = [];
  for (const { stream, kind, target } of redirections) {
    const text = await expandText(target, expansionOf(at));
    if (kind === '<<') io.input = Buffer.from(text);
    else if (kind === '&') {
      if (stream === 1 && text === '2') io.out = io.err;
      if (stream === 2 && text === '1') io.err = io.out;
    } else if (kind === '<') {
      const content = text === '/dev/null' ? Buffer.alloc(0) : readInside(machine.inside, resolvePath(shell, text));
      if (!content) return complain(at.io, `sh: cannot open ${text}: No such file`, 2);
      io.input = content;
    } else {
      const path = resolvePath(shell, text);
      const before = kind === '>>' ? (readInside(machine.inside, path) ?? Buffer.alloc(0)) : Buffer.alloc(0);
      const chunks: Buffer[] = [];
      if (!path.startsWith('/dev/')) written.push({ path, before, chunks });
      const sink = path === '/dev/stderr' ? at.io.err : path === '/dev/stdout' ? at.io.out : collect(chunks);
      if (stream === 2) io.err = sink;
      else io.out = sink;
    }
  }
  // Created at the start, and filled at the end, even if the script exits.
  for (const { path, before } of written) writeInside(machine.inside, path, before);
  try {
    return await work({ ...at, io });
  } finally {
    for (const { path, before, chunks } of written) {
      if (!writeInside(machine.inside, path, Buffer.concat([before, ...chunks]))) {
        complain(at.io, `sh: write error: No space left on device`);
      }
    }
  }
}

function expansionOf(at: Run): Expansion {
  return {
    shell: at.shell,
    io: at.io,
    paths: () => Object.keys(at.machine.inside.files),
    async capture(script) {
      const chunks: Buffer[] = [];
      const io = { ...at.io, out: collect(chunks) };
      at.shell.lastCode = await runScript(script, forkShell(at.shell), io, at.machine);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** Size of the largest simulated file; a script that writes more is wrong. */
const MOST_COLLECTED = 4 * 1024 * 1024;

function collect(chunks: Buffer[]): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    if (size < MOST_COLLECTED) chunks.push(chunk.subarray(0, MOST_COLLECTED - size));
    size += chunk.length;
  };
}
