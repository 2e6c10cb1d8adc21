import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, type Step } from './run-step.ts';

const SHORT = { HOSTLER_TEST_LANE: 'short' };
const EVERYDAY = ['unit', 'sqlite', 'postgres', 'browser'];

/** Returns the runs of `npm run test:all`. */
export function chooseAll(): Step[] {
  return [run('tests', [...EVERYDAY, 'engines', 'pgbouncer'])];
}

/** Returns the runs of `npm test`. */
export function chooseShort(): Step[] {
  return [run('tests', EVERYDAY, { env: SHORT })];
}

/**
 * Returns the runs of `npm test -- --changed`: tests that import a changed file, tests of a running server or of hostctl
 * if its code changed, the browser lane if the panel changed, and the engine lane of each changed driver.
 */
export function chooseChanged(changed: readonly string[], base: string): Step[] {
  const touches = (pattern: RegExp) => changed.some((file) => pattern.test(file) && !/\.(test\.ts|md)$/.test(file));
  const reached = { env: SHORT, options: ['--changed', base, '--passWithNoTests'] };
  const runs = [run('tests of the changes', ['unit', 'sqlite', 'postgres'], reached)];
  if (touches(/^(server|packages|sdk|acceptance|testing)\//)) {
    // These start the server as a process, so they do not import its code.
    runs.push(run('tests of a server', ['sqlite', 'postgres'], { env: SHORT, files: ['acceptance/'] }));
  }
  if (touches(/^(cli|sdk|scripts\/cli)\//)) {
    // These start the built command line, for the same reason.
    runs.push(run('tests of hostctl', ['sqlite'], { env: SHORT, files: ['cli/'] }));
  }
  if (changed.some((file) => /^(panel|locales|acceptance\/panel|testing\/browser)\//.test(file))) {
    runs.push(run('browser', ['browser']));
  } else if (touches(/^(server|packages)\//)) {
    runs.push(run('browser, smoke test', ['browser'], { env: SHORT }));
  }
  const files = listEngineTests(changed);
  if (files.length > 0) runs.push(run('engines', ['engines'], { files }));
  return runs;
}

interface RunOptions {
  readonly files?: readonly string[];
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function run(name: string, lanes: readonly string[], { files = [], options = [], env }: RunOptions = {}): Step {
  const projects = lanes.map((lane) => `--project=${lane}*`);
  const reporters = ['--reporter=default', '--reporter=./testing/times-reporter.ts'];
  return { name, command: ['vitest', 'run', ...reporters, ...projects, ...options, ...files], ...(env && { env }) };
}

const SERVICE = /describeWithService\(\s*'(\w+)'/g;

/** Returns the tests in the folders of changed drivers, and all other tests that use the same services. */
export function listEngineTests(changed: readonly string[]): string[] {
  const tests = globSync(['server/src/engines/**/*.test.ts', 'testing/**/*.test.ts', 'acceptance/engines/*.test.ts'], {
    cwd: root,
  });
  const touched = changed.filter((file) => tests.includes(file));
  const drivers = new Set(
    changed.filter((file) => /^server\/src\/engines\/\w+\//.test(file) && !file.endsWith('.test.ts')).map(nameDriver),
  );
  const own = tests.filter((file) => drivers.has(nameDriver(file)));
  const contracts = changed.some((file) => /^testing\/(contracts|engines|services)\//.test(file)) ? tests : [];
  const services = new Set(own.flatMap(listServices));
  const others = tests.filter((file) => listServices(file).some((service) => services.has(service)));
  return [...new Set([...touched, ...own, ...others, ...contracts])].sort();
}

/** `server/src/engines/vps/incus/…` is one driver, `server/src/engines/dns/powerdns.ts` belongs to `dns`. */
function nameDriver(file: string): string {
  const [kind = '', driver] = dirname(file).split('/').slice(3);
  return driver === undefined ? kind : `${kind}/${driver}`;
}

function listServices(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(SERVICE)].map(([, service = '']) => service);
}
