import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findShippedPackages, listShipped } from './shipped.ts';
import { writeProject } from './write-project.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string }[];
}

interface Written {
  readonly root: string;
  readonly version: string;
  /** Epoch seconds of the commit. */
  readonly time: number;
  /** Version of the included Node. */
  readonly node: string;
}

/**
 * Returns the software bill of materials as CycloneDX, made by npm from the lock file. Identifier and time depend on the
 * content and the commit only, so that two builds are the same.
 */
export function writeSbom({ root, version, time, node }: Written): string {
  const bom = askNpm(root, version);
  const licences = new Map(listShipped(root).map((each) => [`${each.name}@${each.version}`, each.licence]));
  const components = unique(bom.components, (each) => each['bom-ref']).map((each) => {
    const id = licences.get(`${each.name}@${each.version}`);
    return each.licenses ? each : { ...each, licenses: [{ license: { id } }] };
  });
  const nodeReference = `node@${node}`;
  const content = {
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      tools: [{ vendor: 'npm', name: 'cli' }],
      component: { ...bom.metadata.component, name: 'hostler', type: 'application' },
    },
    components: [...components, describeNode(nodeReference, node)],
    dependencies: [...unique(bom.dependencies, ({ ref }) => ref), { ref: nodeReference, dependsOn: [] }],
  };
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
  };
  const serialNumber = `urn:uuid:${toUuid(JSON.stringify(content))}`;
  return `${JSON.stringify({ ...head, serialNumber, version: 1, ...content }, null, 2)}\n`;
}

function askNpm(root: string, version: string): Bom {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-sbom-'));
  try {
    writeProject({ folder, name: 'hostler', version, packages: findShippedPackages(root) });
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
    return JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Bom;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeNode(reference: string, version: string): object {
  return {
    'bom-ref': reference,
    type: 'platform',
    name: 'node',
    version,
    scope: 'required',
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** npm lists a package once for each folder that it is in. */
function unique<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

/** Makes a UUID of version 8, which may contain any value, from the content. */
function toUuid(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
