import { removeInside, writeInside } from '../inside.ts';
import { packages, withNeeds } from '../packages.ts';
import { type Call, type Command, complain, print } from '../shell.ts';

export const packageCommands: Readonly<Record<string, Command>> = {
  'apt-get': manage,
  apt: manage,
  'apt-cache': (call) => (call.args.slice(2).every((name) => packages.has(name)) ? 0 : 100),
  dpkg(call) {
    const [, flag, name = ''] = call.args;
    if (flag === '--print-architecture') return print(call.io, 'amd64\n');
    if (flag !== '-s' && flag !== '--status') return 0;
    return describe(call, name, `Package: ${name}\nStatus: install ok installed\n`);
  },
  'dpkg-query'(call) {
    const name = call.args.at(-1) ?? '';
    if (name.includes('$')) return print(call.io, call.machine.inside.packages.map((one) => `${one}\n`).join(''));
    return describe(call, name, 'install ok installed');
  },
  'apt-mark': () => 0,
  'debconf-set-selections': () => 0,
};

function describe({ io, machine }: Call, name: string, text: string): number {
  if (machine.inside.packages.includes(name)) return print(io, text);
  return complain(io, `dpkg-query: no packages found matching ${name}`);
}

async function manage(call: Call): Promise<number> {
  const { args, io, machine } = call;
  const words = args
    .slice(1)
    .filter((arg, index) => !arg.startsWith('-') && args[index] !== '-o' && args[index] !== '-t');
  const [verb, ...names] = words;
  if (verb === 'update') {
    await machine.work(0.2);
    return print(io, 'Hit:1 http://deb.debian.org/debian stable InRelease\nReading package lists...\n');
  }
  const unknown = names.find((name) => !packages.has(name));
  if (unknown !== undefined && verb === 'install') return complain(io, `E: Unable to locate package ${unknown}`, 100);
  if (verb === 'install') return await install(call, names);
  // Dependencies are removed with their packages here, so only the packages themselves can be left.
  if (verb === 'autoremove') return print(io, machine.inside.packages.map((name) => `Remv ${name} [1.0]\n`).join(''));
  if (verb === 'remove' || verb === 'purge') return await remove(call, names);
  return 0;
}

async function install({ io, machine }: Call, names: readonly string[]): Promise<number> {
  const { inside } = machine;
  const wanted = [...new Set(names.flatMap(withNeeds))].filter((name) => !inside.packages.includes(name));
  print(
    io,
    `Reading package lists...\nBuilding dependency tree...\n0 upgraded, ${wanted.length} newly installed, 0 to remove.\n`,
  );
  for (const name of wanted) {
    const { version, service, files = {} } = packages.get(name) ?? { version: '' };
    await machine.work(0.1);
    print(io, `Setting up ${name} (${version}) ...\n`);
    inside.packages.push(name);
    for (const [path, content] of Object.entries(files)) writeInside(inside, path, Buffer.from(content));
    if (service) inside.services[service.name] = { isActive: true, isEnabled: true };
  }
  return 0;
}

async function remove({ io, machine }: Call, names: readonly string[]): Promise<number> {
  const { inside } = machine;
  const present = names.filter((name) => inside.packages.includes(name));
  print(io, `Reading package lists...\n0 upgraded, 0 newly installed, ${present.length} to remove.\n`);
  for (const name of present) {
    const { service, files = {} } = packages.get(name) ?? {};
    await machine.work(0.05);
    print(io, `Removing ${name} ...\n`);
    inside.packages = inside.packages.filter((one) => one !== name);
    for (const path of Object.keys(files)) removeInside(inside, path);
    if (service) delete inside.services[service.name];
  }
  return 0;
}
