import { fileCommands } from './commands/files.ts';
import { packagedCommands } from './commands/packaged.ts';
import { packageCommands } from './commands/packages.ts';
import { serviceCommands } from './commands/services.ts';
import { shellCommands } from './commands/shell.ts';
import { systemCommands } from './commands/system.ts';
import { textCommands } from './commands/text.ts';
import { webCommands } from './commands/web.ts';
import type { Inside } from './inside.ts';
import { packages } from './packages.ts';
import type { Command } from './shell.ts';

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...shellCommands,
    ...textCommands,
    ...fileCommands,
    ...systemCommands,
    ...packageCommands,
    ...serviceCommands,
    ...webCommands,
    ...packagedCommands,
  }),
);

const folders = /^(\/usr(\/local)?)?\/s?bin\//;

/** Returns undefined if there is no such command. Commands of packages succeed silently. */
export function findCommand(path: string, inside: Inside): Command | undefined {
  if (path.startsWith('/') && inside.files[path]?.content != null) return () => 0;
  const name = path.replace(folders, '');
  const own = commands.get(name);
  if (own && !packaged.has(name)) return own;
  const from = inside.packages.find((one) => packages.get(one)?.commands.includes(name));
  if (from !== undefined) return own ?? (() => 0);
  return inside.files[`/usr/local/bin/${name}`] ? () => 0 : undefined;
}

/** Implemented commands that a bare machine does not have. */
const packaged = new Set(['curl', ...Object.keys(packagedCommands)]);
