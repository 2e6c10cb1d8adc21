import { type Call, type Command, complain, print } from '../shell.ts';

export const serviceCommands: Readonly<Record<string, Command>> = {
  systemctl(call) {
    const words = call.args.slice(1).filter((arg) => !arg.startsWith('-'));
    const [verb = '', ...units] = words;
    const names = units.map((unit) => unit.replace(/\.service$/, ''));
    if (verb === 'daemon-reload' || verb === 'reset-failed') return 0;
    if (verb === 'is-system-running') return print(call.io, 'running\n');
    return Math.max(0, ...names.map((name) => order(call, verb, name)));
  },
  service: (call) => order(call, call.args[2] ?? '', call.args[1] ?? ''),
  loginctl: () => 0,
  journalctl: ({ io }) => print(io, '-- No entries --\n'),
};

/** A unit exists if its package was installed, or a unit file was written. */
function order(call: Call, verb: string, name: string): number {
  const { io, machine } = call;
  const { services } = machine.inside;
  const service = services[name] ?? (hasUnit(call, name) ? { isActive: false, isEnabled: false } : undefined);
  if (verb === 'is-active') {
    print(io, service?.isActive ? 'active\n' : 'inactive\n');
    return service?.isActive ? 0 : 3;
  }
  if (verb === 'is-enabled') {
    print(io, service?.isEnabled ? 'enabled\n' : 'disabled\n');
    return service?.isEnabled ? 0 : 1;
  }
  if (!service) return complain(io, `Failed to ${verb} ${name}.service: Unit ${name}.service not found.`, 5);
  const isNow = call.args.includes('--now');
  if (verb === 'start' || verb === 'restart' || verb === 'reload' || verb === 'reload-or-restart')
    service.isActive = true;
  if (verb === 'stop') service.isActive = false;
  if (verb === 'enable' || verb === 'disable') {
    service.isEnabled = verb === 'enable';
    if (isNow) service.isActive = verb === 'enable';
  }
  services[name] = service;
  return 0;
}

function hasUnit({ machine }: Call, name: string): boolean {
  const template = name.replace(/@.*/, '@');
  const folders = ['/etc/systemd/system', '/lib/systemd/system'];
  if (
    folders.some(
      (folder) =>
        machine.inside.files[`${folder}/${name}.service`] ?? machine.inside.files[`${folder}/${template}.service`],
    )
  )
    return true;
  return name.startsWith('wg-quick@') && machine.inside.packages.includes('wireguard-tools');
}
