import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { ApiDocument } from '../sdk/simplify.ts';
import { collectLicences } from '../server/licences.ts';
import { describeOperations } from './describe-operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Parts of `ws` that it uses if they are installed. */
const OPTIONAL = /^(bufferutil|utf-8-validate)$/;

/** Bundles hostctl into one file without dependencies, which also runs under a name without an extension. */
export async function bundleCli(folder: string): Promise<string> {
  const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as ApiDocument;
  const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')) as { version: string };
  // Parsing JSON is faster than evaluating an object.
  const operations = JSON.stringify(JSON.stringify(describeOperations(document)));
  const bundle = await rolldown({
    input: join(root, 'cli/src/main.ts'),
    platform: 'node',
    external: (id) => isBuiltin(id) || OPTIONAL.test(id),
    transform: { define: { HOSTCTL_OPERATIONS: operations, HOSTCTL_VERSION: JSON.stringify(version) } },
  });
  const file = join(folder, 'hostctl.cjs');
  rmSync(folder, { recursive: true, force: true });
  const { output } = await bundle.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    comments: false,
    minify: { compress: true, mangle: false, codegen: true },
    banner: '#!/usr/bin/env node',
  });
  chmodSync(file, 0o755);
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(folder, 'LICENCES'), await collectLicences(modules));
  return file;
}
