import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHostler } from '../acceptance/hostler-process.ts';
import { describeWithService } from '../testing/describe-with-service.ts';
import { startHttpReceiver } from '../testing/receivers/receiver.ts';
import { isExecutable } from '../testing/services/find-command.ts';
import { until } from '../testing/until.ts';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('../sdk', import.meta.url));
const MINUTES = 60_000;

/** Lines that the example prints. */
const printed = [
  /^\d+ servers run$/m,
  /^web1\.demo\.example \w+$/m,
  /^100 %$/m,
  /^VALIDATION_ERROR .*must not be empty/m,
];

let folder: string;
let example: string;
let hostler: ReturnType<typeof startHostler>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostler-sdk-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: sdk });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder });
  hostler = startHostler(['serve'], {
    HOSTLER_DATA_DIR: join(folder, 'data'),
    HOSTLER_PORT: '0',
    HOSTLER_DEMO: '1',
    HOSTLER_SIMULATED_DELAY_MS: '0',
    HOSTLER_LOG_LEVEL: 'info',
  });
  const { url } = await hostler.logged(({ msg }) => msg === 'hostler serves');
  const [key = ''] = hostler.stdout().match(/svc_live_\w+/) ?? [];
  // The example restarts a server, so wait until there is one.
  await until(async () => {
    const answer = await fetch(`${url}/api/v1/hosting?status=running`, { headers: { 'X-API-Key': key } });
    return ((await answer.json()) as { data: unknown[] }).data.length > 0;
  });
  const readme = await readFile(join(folder, 'node_modules/@hostler/sdk/README.md'), 'utf8');
  const [, code = ''] = readme.match(/```js\n(.*?)```/s) ?? [];
  example = code.replace('https://cloud.example.com', String(url)).replace('svc_live_…', key);
}, 15 * MINUTES);

afterAll(async () => {
  hostler?.kill('SIGTERM');
  await hostler?.exited;
  await rm(folder, { recursive: true, force: true });
});

describe('the SDK package', () => {
  it('contains compiled code with types, and has no dependencies', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@hostler']);
    const files = await readdir(join(folder, 'node_modules/@hostler/sdk'));
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const kinds = await readdir(join(folder, 'node_modules/@hostler/sdk/dist'), { recursive: true });
    expect(new Set(kinds.map((name) => extname(name)))).toEqual(new Set(['', '.js', '.ts']));
  });

  it('runs the example of its README in the Node versions of the repository and of the machine', async () => {
    await writeFile(join(folder, 'example.js'), example);
    // The machine may have an older Node than the one among the dependencies.
    for (const node of [process.execPath, ...findOtherNode()]) {
      const { stdout } = await run(node, ['example.js'], { cwd: folder });
      for (const line of printed) expect(stdout).toMatch(line);
    }
  });

  it('has types that check a TypeScript program', async () => {
    const program = `
      import { Hostler, verifyWebhook } from '@hostler/sdk';
      const hostler = new Hostler({ baseUrl: '', apiKey: '' });
      const status: 'running' | string = (await hostler.hosting.show({ id: 1 })).status;
      const event = await verifyWebhook('', {}, '');
      if (event.event === 'ticket.replied') event.data.reply.message satisfies string;
      if (event.event === 'ticket.replied') event.data.reply.ticket_id satisfies number;
      if (event.event === 'application.installed') event.data.slug satisfies string;
      if (event.event === 'monitoring.alert') event.data.state satisfies 'firing' | 'resolved';
      if (event.event === 'payment.received') event.data.invoice?.number satisfies string | undefined;
      // @ts-expect-error: there is no such event.
      if (event.event === 'ticket.lost') throw new Error(status);
      // @ts-expect-error: the message is missing.
      await hostler.tickets.create({ subject: '' });
    `;
    await writeFile(join(folder, 'program.ts'), program);
    const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
    const strict = [
      '--strict',
      '--noEmit',
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      '',
    ];
    await run(compiler, [...strict, 'program.ts'], { cwd: folder });
  });
});

describeWithService('headless', 'the SDK package in a browser', (browserUrl) => {
  it('runs the example of its README', async () => {
    // A page of another origin than the API's.
    const site = await startHttpReceiver(async ({ url = '/' }, response) => {
      if (url === '/') return response.setHeader('Content-Type', 'text/html').end(writePage(example));
      if (!url.endsWith('.js')) return response.writeHead(404).end();
      response.setHeader('Content-Type', 'text/javascript');
      response.end(await readFile(join(folder, 'node_modules/@hostler/sdk/dist', url)));
    });
    const browser = await chromium.connectOverCDP(browserUrl, { noDefaults: true });
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      const failed = page.waitForEvent('pageerror').then((error) => Promise.reject(error));
      await page.goto(`http://127.0.0.1:${site.port}/`);
      await Promise.race([page.waitForFunction('document.title === "done"'), failed]);
      for (const line of printed) expect(lines.join('\n')).toMatch(line);
    } finally {
      await context.close();
      await browser.close();
      await site.close();
    }
  });
});

function findOtherNode(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return folders
    .map((path) => join(path, 'node'))
    .filter(isExecutable)
    .slice(0, 1);
}

function writePage(script: string): string {
  return `<!doctype html><script type="importmap">{"imports":{"@hostler/sdk":"/index.js"}}</script>
    <script type="module">${script}; document.title = 'done';</script>`;
}
