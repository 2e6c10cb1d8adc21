// Generates the clients from the OpenAPI documents. With --check it fails if a client differs from its document. It
// compares the hashes recorded at generation, which needs no generator. Under CI it also generates the clients again.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ApiDocument, simplify } from './sdk/simplify.ts';
import { writeCalls, writeOperations } from './sdk/write-calls.ts';

interface Client {
  readonly document: string;
  readonly folder: string;
  /** The class with its methods; without it, only types are written. */
  readonly calls?: {
    readonly className: string;
    readonly transport: string;
    readonly handWritten: Readonly<Record<string, { readonly name: string; readonly file: string }>>;
  };
}

const clients: readonly Client[] = [
  {
    document: 'docs/openapi.json',
    folder: 'sdk/src/generated',
    calls: {
      className: 'HostlerApi',
      transport: '../transport.ts',
      handWritten: { Event: { name: 'HostlerEvent', file: '../events.ts' } },
    },
  },
  // The panel calls its API through its own functions, which sign in again or ask for the password once more.
  { document: 'docs/openapi-panel.json', folder: 'panel/src/session/generated' },
  { document: 'docs/openapi-operator.json', folder: 'panel/src/operator/generated' },
];
/** A type for a client that is not generated here. */
const UNUSED_TYPE = /export type ClientOptions = \{.*?\n\};\n\n/s;
const root = fileURLToPath(new URL('../', import.meta.url));
const record = join(root, 'tools/generated.json');
const generators = [
  'scripts/sdk.ts',
  'scripts/sdk/simplify.ts',
  'scripts/sdk/write-calls.ts',
  'tools/package-lock.json',
];

if (!process.argv.includes('--check')) {
  installGenerator();
  for (const client of clients) generate(client, join(root, client.folder));
  writeFileSync(record, `${JSON.stringify(hashAll(), null, 2)}\n`);
} else {
  const kept = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>;
  const now = hashAll();
  const files = new Set([...Object.keys(kept), ...Object.keys(now)]);
  const changed = [...files].filter((file) => kept[file] !== now[file]);
  if (changed.length > 0) fail(`The generated clients are behind: ${changed.join(', ')} changed since.`);
  if (process.env.CI === 'true') compareWithNew();
}

/** Installs the generator only when needed: an installation of the repository must not pay for it. */
function installGenerator(): void {
  const tools = join(root, 'tools');
  const lock = readFileSync(join(tools, 'package-lock.json'), 'utf8');
  const stamp = join(tools, 'node_modules/.hostler-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], tools);
  writeFileSync(stamp, lock);
}

function generate(client: Client, folder: string): void {
  const document = readDocument(client.document);
  const { operations, schemas } = simplify(document);
  const scratch = mkdtempSync(join(tmpdir(), 'hostler-sdk-'));
  try {
    const input = join(scratch, 'schemas.json');
    const { openapi, info } = document;
    writeFileSync(input, JSON.stringify({ openapi, info, paths: {}, components: { schemas } }));
    run(process.execPath, [join(root, 'tools/generate-types.mjs'), input, join(scratch, 'types')], scratch);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const types = readFileSync(join(scratch, 'types/types.gen.ts'), 'utf8');
    writeFileSync(join(folder, 'types.gen.ts'), types.replace(UNUSED_TYPE, ''));
    if (client.calls) {
      writeFileSync(join(folder, 'calls.gen.ts'), writeCalls({ ...client.calls, operations }));
      writeFileSync(join(folder, 'operations.gen.ts'), writeOperations(operations));
    }
    run(join(root, 'node_modules/.bin/biome'), ['check', '--write', '--vcs-use-ignore-file=false', folder], root);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Hashes all inputs and all outputs. */
function hashAll(): Record<string, string> {
  const outputs = clients.flatMap(({ folder }) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
  const files = [...generators, ...outputs].map((file) => [file, hash(readFileSync(join(root, file)))]);
  // Examples and the texts of errors make no difference to a client.
  const documents = clients.map(({ document }) => [document, hash(JSON.stringify(simplify(readDocument(document))))]);
  return Object.fromEntries([...documents, ...files]);
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function readDocument(name: string): ApiDocument {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as ApiDocument;
}

function compareWithNew(): void {
  installGenerator();
  for (const client of clients) {
    // Beside the real folder, so that the same formatting rules apply.
    const folder = `${join(root, client.folder)}-again`;
    try {
      generate(client, folder);
      for (const name of readdirSync(folder)) {
        const made = readFileSync(join(folder, name), 'utf8');
        if (made !== readFileSync(join(root, client.folder, name), 'utf8')) {
          fail(`${client.folder}/${name} is not what the generator makes of ${client.document}.`);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
}

function fail(reason: string): void {
  console.error(`${reason} Run: npm run sdk`);
  process.exitCode = 1;
}
