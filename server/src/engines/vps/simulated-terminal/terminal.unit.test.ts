import { eventually } from '@hostler/testing/until.ts';
import { expect, it } from 'vitest';
import type { ShownMachine, Terminal } from '../driver.ts';
import { openSandboxTerminal } from './terminal.ts';

const machine: ShownMachine = {
  hostname: 'shop.example.com',
  image: 'debian/13',
  ...{ vcpus: 3, memoryMb: 4096, diskGb: 80 },
  ipv4: ['192.0.2.7', '198.51.100.9'],
  ipv6: ['2001:db8::7'],
};

function open(kind: 'shell' | 'serial' = 'shell') {
  const terminal = openSandboxTerminal(machine, { kind, columns: 80, rows: 24 });
  const shown = { text: '', ended: false };
  void collect(terminal, shown);
  const type = (text: string) => terminal.write(Buffer.from(text));
  /** Types a line and returns what is shown until the next prompt. */
  const run = async (line: string) => {
    await eventually(() => expect(shown.text).toMatch(/# $/));
    const from = shown.text.length;
    await type(`${line}\r`);
    return eventually(() => {
      const [, answer] = /^[^\n]*\r\n([\s\S]*)root@shop:[^ ]*# $/.exec(shown.text.slice(from)) ?? [];
      if (answer === undefined) throw new Error(shown.text.slice(from));
      return answer.replaceAll('\r\n', '\n');
    });
  };
  return { terminal, shown, type, run };
}

async function collect(terminal: Terminal, shown: { text: string; ended: boolean }): Promise<void> {
  for await (const chunk of terminal.read()) shown.text += chunk.toString('utf8');
  shown.ended = true;
}

it('answers in agreement with the server', async () => {
  const { run } = open();
  expect(await run('hostname')).toBe('shop.example.com\n');
  expect(await run('hostname -I')).toBe('192.0.2.7 198.51.100.9 2001:db8::7\n');
  const addresses = await run('ip a');
  for (const address of [...machine.ipv4, ...machine.ipv6]) expect(addresses).toContain(` ${address}/`);
  expect(await run('free -m')).toMatch(/\nMem: +4096 /);
  expect(await run('df -h')).toMatch(/ 80\.0G .*\d% \/\n$/);
  expect(await run('nproc')).toBe('3\n');
  expect(await run('cat /etc/os-release')).toContain('PRETTY_NAME="Debian GNU/Linux 13"');
  expect(await run('cat /etc/hostname /proc/meminfo')).toMatch(/^shop.example.com\nMemTotal: 4194304 kB\n/);
  expect(await run('systemctl status')).toContain('● shop.example.com\n');
  expect(await run('systemctl status ssh nginx')).toMatch(/active \(running\)[\s\S]*nginx.service could not be found/);
  expect(await run('uname -a')).toMatch(/^Linux shop.example.com .*-amd64 /);
  expect(await run('top')).toMatch(/ 0 days, 1:00, [\s\S]*MiB Mem: 4096 total[\s\S]*systemd\n/);
  expect(await run('uptime')).toMatch(/ up 0 days, 1:00, /);
  expect(await run('date')).toContain(`${new Date().getUTCFullYear()}`);
});

it('lists every command, and each answers', async () => {
  const { run } = open();
  const usages = (await run('help')).matchAll(/^ {2}(\S+)((?: \S+)*) {2,}/gm);
  const names = [...usages].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(18);
  for (const name of names.filter((one) => one !== 'exit')) expect(await run(name)).not.toContain('no command');
});

it('has folders and files', async () => {
  const { run, shown } = open();
  expect(await run('ls')).toBe('README\n');
  expect(await run('ls -l /root /')).toMatch(/^-rw-r--r-- 1 root root +\d+ \S+ README\ndrwx[\s\S]* etc\n/);
  expect(await run('cd /etc')).toBe('');
  expect(shown.text).toMatch(/root@shop:\/etc# $/);
  expect(await run('pwd')).toBe('/etc\n');
  expect(await run('cat ../root/README ../etc motd no-such')).toMatch(
    /^This is a simulated terminal[\s\S]*etc: Is a directory\nWelcome to debian\/13 [\s\S]*no-such: No such file/,
  );
  expect(await run('cd nowhere')).toContain('No such directory');
  expect(await run('cd')).toBe('');
  expect(await run('echo ü 👩‍🚀')).toBe('ü 👩‍🚀\n');
});

it.each([
  "echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! | grep '(a+)+$'",
  "printf '%%s' a",
  'while true; do echo x; done',
  'cat /etc/*',
  'echo $HOME',
  'echo "a"',
  'ls > file',
  ':(){ :|:& };:',
])('says that it is no shell: %s', async (line) => {
  expect(await open().run(line)).toMatch(
    /^This is a simulated terminal, not a shell: .* Type help for its commands\.\n$/,
  );
});

it.each(['yes', 'constructor', '__proto__', 'apt-get install nginx', 'x'.repeat(1_000)])(
  'says that it has no command %s',
  async (line) => {
    const answer = await open().run(line);
    expect(answer).toMatch(/^This is a simulated terminal, not a shell: it has no command \S{3,40}\. Type help/);
  },
);

it('edits a line, keeps a history, and is interrupted and left by keys', async () => {
  const { terminal, shown, type, run } = open();
  // Insertion in the middle, a key in two parts, and backspace.
  expect(await run('eco one\u0001\u001b[C\u001b[Ch\u0005x\u007f')).toBe('one\n');
  await type('\u001b');
  expect(await run('[A')).toBe('one\n');
  expect(await run('\u001b[A\u001b[A\u001b[B\u0015whoami')).toBe('root\n');
  await type('echo never\u0003');
  await eventually(() => expect(shown.text).toMatch(/echo never\^C\r\nroot@shop:~# $/));
  expect(await run('')).toBe('');
  const bytes = Buffer.from('echo 😀\r');
  for (const byte of bytes) await terminal.write(Buffer.of(byte));
  await eventually(() => expect(shown.text).toContain('\r\n😀\r\n'));
  await type('\u0004');
  await eventually(() => expect(shown.ended).toBe(true));
  expect(shown.text).toMatch(/# logout\r\n$/);
  expect(await terminal.readExitCode()).toBe(0);
});

it('ends with the code of exit, and asks for the next login on a serial console', async () => {
  const shell = open();
  await shell.type('exit 7\rwhoami\r');
  await eventually(() => expect(shell.shown.ended).toBe(true));
  expect(await shell.terminal.readExitCode()).toBe(7);
  expect(shell.shown.text).not.toContain('whoami');
  const serial = open('serial');
  await eventually(() => expect(serial.shown.text).toMatch(/shop.example.com login: $/));
  await serial.type('root\r');
  expect(await serial.run('whoami')).toBe('root\n');
  await serial.type('exit\r');
  await eventually(() => expect(serial.shown.text).toMatch(/shop.example.com login: $/));
  serial.terminal.close();
});

it('shows its size, which changes', async () => {
  const { terminal, run } = open();
  expect(await run('stty size')).toBe('24 80\n');
  terminal.resize({ columns: 132, rows: 50 });
  expect(await run('stty size')).toBe('50 132\n');
});

it('does not run a line that is too long, and says so', async () => {
  const { run } = open();
  expect(await run(`echo ${'x'.repeat(100_000)}`)).toBe('The line is longer than 1,024 characters. It was not run.\n');
  expect(await run('whoami')).toBe('root\n');
});

it('takes a paste of many lines completely', async () => {
  const { run } = open();
  const words = Array.from({ length: 200 }, (_, index) => `word-${index}`);
  const shown = await run(words.map((word) => `echo ${word}`).join('\r'));
  expect([...shown.matchAll(/^(word-\d+)$/gm)].map(([, word]) => word)).toEqual(words);
});

it('takes no more input while its output is not read, however much each key would show', async () => {
  const terminal = openSandboxTerminal(machine, { kind: 'shell', columns: 80, rows: 24 });
  const line = 'x'.repeat(1_000);
  // Each pair of keys shows the whole line again.
  const keys = Buffer.from(`${line}${'\u001b[D\u001b[C'.repeat(10_000)}${'\r'.repeat(10_000)}`);
  let isTaken = false;
  void terminal.write(keys).then(() => {
    isTaken = true;
  });
  const output = terminal.read();
  const first = await output.next();
  expect(first.value?.length).toBeLessThan(64 * 1024 + 20_000);
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  terminal.close();
});
