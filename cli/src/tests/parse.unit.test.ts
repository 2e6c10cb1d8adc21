import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../../../scripts/cli/describe-operations.ts';
import type { ApiDocument } from '../../../scripts/sdk/simplify.ts';
import type { Command } from '../command.ts';
import { completionCommands } from '../commands/completion.ts';
import { operationCommand } from '../commands/operation.ts';
import { sshCommand } from '../commands/ssh.ts';
import { findCandidates } from '../completion/complete.ts';
import { readInput } from '../options.ts';
import { findCommand, parseCommand } from '../parse.ts';
import { chooseByName, nameOf } from '../records.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as ApiDocument;
const commands: Command[] = [...describeOperations(document).map(operationCommand), sshCommand, ...completionCommands];

function parse(line: string) {
  const { command, argv } = findCommand(commands, line.split(' '));
  if (!command) throw new Error(`${line} is no command`);
  return { words: command.words, ...parseCommand(command, argv) };
}

async function inputOf(line: string, resolve = async (_kind: string, name: string) => name.length): Promise<object> {
  const { command, argv } = findCommand(commands, line.split(' '));
  if (!command?.operation) throw new Error(`${line} is no operation`);
  return readInput(command.operation, parseCommand(command, argv).values, resolve);
}

describe('a command line', () => {
  it('has options before and after the words', () => {
    const lines = ['--sandbox server list -o json', 'server --sandbox list -o json', 'server list -o json --sandbox'];
    for (const line of lines) {
      expect(parse(line)).toMatchObject({ words: 'server list', values: { sandbox: true, output: 'json' } });
    }
    expect(parse('--context server server show web1')).toMatchObject({ words: 'server show', args: ['web1'] });
  });

  it('passes everything after -- to another program', () => {
    expect(parse('ssh web1 -u admin -- -L 1:x:2 --help')).toMatchObject({
      args: ['web1'],
      values: { user: 'admin' },
      rest: ['-L', '1:x:2', '--help'],
    });
  });

  it('is refused if an argument is missing or too much, or an option is unknown', () => {
    expect(() => parse('server show')).toThrow('Missing: <server>.');
    expect(() => parse('server show 1 2')).toThrow('Too many arguments: 2.');
    // The value of an option that does not exist may be a key.
    expect(() => parse('server show 1 --token=svc_live_secret')).toThrow(/^Unknown option '--token'\.$/);
  });

  it('becomes the input of an operation', async () => {
    expect(await inputOf('server update 1 --label Shop --tag a --tag b --no-protected')).toEqual({
      label: 'Shop',
      tags: ['a', 'b'],
      protected: false,
    });
    expect(await inputOf('server update 1 --tag= --note null')).toEqual({ tags: [], note: null });
    expect(await inputOf('firewall create --name Web --inbound [{"protocol":"tcp"}]')).toEqual({
      name: 'Web',
      inbound: [{ protocol: 'tcp' }],
    });
    expect(await inputOf('firewall attach 3 --server web1 --server db')).toEqual({ hosting_ids: [4, 2] });
  });

  it('names every missing option at once, and the option of a wrong value', async () => {
    await expect(inputOf('ticket create')).rejects.toThrow('Missing: --subject, --message.');
    await expect(inputOf('address add 1 --family six')).rejects.toThrow('--family must be a whole number.');
    await expect(inputOf('firewall create --name a --inbound [')).rejects.toThrow('--inbound must be JSON.');
    await expect(inputOf('key create --public-key-file /nowhere')).rejects.toThrow(
      'Cannot read /nowhere: no such file.',
    );
  });
});

describe('a name', () => {
  const rows = [
    { id: 1, hostname: 'web1.example.com', label: null, status: 'running' },
    { id: 2, hostname: 'web1.example.org', label: 'shop', status: 'running' },
    { id: 3, hostname: 'db.example.com', label: null, status: 'terminated' },
    { id: 4, hostname: 'db.example.com', label: null, status: 'stopped' },
  ];
  const idsOf = (text: string) => chooseByName(rows, text).map(({ id }) => id);

  it('is a host name, its first part or a label, of a server that exists', () => {
    expect(idsOf('WEB1.example.com')).toEqual([1]);
    expect(idsOf('shop')).toEqual([2]);
    expect(idsOf('db')).toEqual([4]);
    expect(idsOf('web1')).toEqual([1, 2]);
    expect(idsOf('web')).toEqual([]);
  });

  it('is completed only if a shell reads it as a plain word', () => {
    expect(nameOf({ id: 1, hostname: 'web1.example.com' })).toBe('web1.example.com');
    for (const name of ['$(reboot)', 'a b', "it's", '17']) expect(nameOf({ id: 5, name })).toBe('5');
  });
});

describe('the completion', () => {
  const complete = (line: string) => findCandidates(commands, line.split(' '));

  it('knows words, options, values and what kind of record is named', () => {
    expect(complete('').words).toEqual(expect.arrayContaining(['server', 'ssh', 'completion']));
    expect(complete('').words).not.toContain('__complete');
    expect(complete('server re').words).toEqual(expect.arrayContaining(['restart', 'create']));
    expect(complete('server restart w')).toMatchObject({ words: [], record: 'server' });
    expect(complete('server restart web1 w').record).toBeUndefined();
    expect(complete('server restart --fo').words).toEqual(expect.arrayContaining(['--force', '--wait', '--context']));
    expect(complete('server list --status r').words).toContain('running');
    expect(complete('backup create --database m').record).toBe('database');
    expect(complete('--context x').record).toBe('context');
    expect(complete('ssh -u root w').record).toBe('server');
  });
});
