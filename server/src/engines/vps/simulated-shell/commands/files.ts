import { createHash } from 'node:crypto';
import { exists, isFolder, readInside, removeInside, writeInside } from '../inside.ts';
import { type Call, type Command, complain, print, resolvePath } from '../shell.ts';

const takesValue = new Set(['-m', '-o', '-g', '-t', '--mode', '--owner', '--group']);

export const fileCommands: Readonly<Record<string, Command>> = {
  mkdir: (call) => each(call, (path) => isFolder(call.machine.inside, path) || write(call, path, null)),
  touch: (call) => each(call, (path) => exists(call.machine.inside, path) || write(call, path, Buffer.alloc(0))),
  rm(call) {
    const isForced = call.args.some((arg) => /^-\w*f/.test(arg));
    return each(call, (path, given) => {
      if (!isForced && !exists(call.machine.inside, path)) return fail(call, `cannot remove '${given}'`);
      removeInside(call.machine.inside, path);
      return true;
    });
  },
  /** Only if it is empty. */
  rmdir: (call) =>
    each(call, (path) => {
      if (!Object.keys(call.machine.inside.files).some((one) => one.startsWith(`${path}/`))) {
        delete call.machine.inside.files[path];
      }
      return true;
    }),
  chmod(call) {
    const [mode = '', ...files] = operandsOf(call);
    for (const given of files) {
      const file = call.machine.inside.files[resolvePath(call.shell, given)];
      if (file) file.mode = mode;
    }
    return 0;
  },
  chown: () => 0,
  chgrp: () => 0,
  sync: () => 0,
  cp: (call) => transfer(call, false),
  mv: (call) => transfer(call, true),
  ln(call) {
    const [source = '', target = ''] = operandsOf(call);
    const content = readInside(call.machine.inside, resolvePath(call.shell, source)) ?? Buffer.alloc(0);
    return write(call, resolvePath(call.shell, target), content) ? 0 : 1;
  },
  install(call) {
    if (call.args.includes('-d'))
      return each(call, (path) => isFolder(call.machine.inside, path) || write(call, path, null));
    return transfer(call, false);
  },
  tee(call) {
    call.io.out(call.io.input);
    const isAppended = call.args.includes('-a');
    return each(call, (path) => {
      const before = isAppended ? (readInside(call.machine.inside, path) ?? Buffer.alloc(0)) : Buffer.alloc(0);
      return write(call, path, Buffer.concat([before, call.io.input]));
    });
  },
  mktemp(call) {
    const isDirectory = call.args.includes('-d');
    const path = `/tmp/tmp.${String(Object.keys(call.machine.inside.files).length).padStart(10, 'x')}`;
    return write(call, path, isDirectory ? null : Buffer.alloc(0)) ? print(call.io, `${path}\n`) : 1;
  },
  ls(call) {
    const [given = '.'] = operandsOf(call);
    const path = resolvePath(call.shell, given);
    if (!exists(call.machine.inside, path))
      return complain(call.io, `ls: cannot access '${given}': No such file or directory`, 2);
    const start = path === '/' ? '/' : `${path}/`;
    const names = Object.keys(call.machine.inside.files).flatMap((one) =>
      one.startsWith(start) ? [one.slice(start.length).split('/')[0]] : [],
    );
    return print(
      call.io,
      [...new Set(names)]
        .sort()
        .map((name) => `${name}\n`)
        .join(''),
    );
  },
  dirname: ({ args, io }) => print(io, `${args[1]?.replace(/\/[^/]*$/, '') || '/'}\n`),
  basename: ({ args, io }) => print(io, `${args[1]?.split('/').at(-1) ?? ''}\n`),
  /** The content of the archive is unknown, so only a marker file is written. */
  tar(call) {
    const at = call.args.findIndex((arg) => arg === '-C' || arg === '--directory');
    const folder = resolvePath(call.shell, (at > 0 ? call.args[at + 1] : undefined) ?? '.');
    const archive =
      call.args
        .find((arg) => /\.(tar(\.\w+)?|tgz)$/.test(arg))
        ?.split('/')
        .at(-1)
        ?.split('.')[0] ?? '';
    return write(call, `${folder}/${archive}/.unpacked`, Buffer.alloc(0)) ? 0 : 1;
  },
  sha256sum({ args, io, shell, machine }) {
    const name = args[1] ?? '-';
    const content = name === '-' ? io.input : readInside(machine.inside, resolvePath(shell, name));
    if (!content) return complain(io, `sha256sum: ${name}: No such file or directory`);
    return print(io, `${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  },
};

function operandsOf({ args }: Call): string[] {
  return args.slice(1).filter((arg, index) => !arg.startsWith('-') && !takesValue.has(args[index] ?? ''));
}

function each(call: Call, change: (path: string, given: string) => boolean): number {
  const isMode = call.args[0] === 'mkdir' || call.args[0] === 'install';
  const operands = isMode ? operandsOf(call) : call.args.slice(1).filter((arg) => !arg.startsWith('-'));
  return operands.map((given) => change(resolvePath(call.shell, given), given)).every(Boolean) ? 0 : 1;
}

function fail({ io, args }: Call, text: string): false {
  complain(io, `${args[0]}: ${text}: No such file or directory`);
  return false;
}

function write(call: Call, path: string, content: Buffer | null): boolean {
  const at = call.args.indexOf('-m');
  const mode = at > 0 ? call.args[at + 1] : undefined;
  if (writeInside(call.machine.inside, path, content, mode)) return true;
  complain(call.io, `${call.args[0]}: cannot write '${path}': No space left on device`);
  return false;
}

function transfer(call: Call, isMove: boolean): number {
  const operands = operandsOf(call);
  const given = operands.pop() ?? '';
  const target = resolvePath(call.shell, given);
  const { inside } = call.machine;
  const moves = operands.flatMap((source) => {
    const path = source === '/dev/stdin' ? source : resolvePath(call.shell, source);
    const to = isFolder(inside, target) ? `${target}/${path.split('/').at(-1)}` : target;
    if (path === '/dev/stdin') return [write(call, to, call.io.input)];
    const files = Object.keys(inside.files).filter((one) => one === path || one.startsWith(`${path}/`));
    if (files.length === 0) return [fail(call, `cannot stat '${source}'`)];
    const done = files.map((one) => write(call, `${to}${one.slice(path.length)}`, readInside(inside, one) ?? null));
    if (isMove) removeInside(inside, path);
    return done;
  });
  return moves.every(Boolean) ? 0 : 1;
}
