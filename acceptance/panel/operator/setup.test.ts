import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBarriers } from '../../../testing/browser/axe.ts';
import { connectBrowser, type TestBrowser, watchForErrors } from '../../../testing/browser/browser.ts';
import { describeWithService } from '../../../testing/describe-with-service.ts';
import { startMailServer } from '../../../testing/receivers/mail-server.ts';
import { showCode } from '../../../testing/server/authenticator-app.ts';
import { type HostlerProcess, runCommand, type Settings, startHostler } from '../../hostler-process.ts';

/** Real drivers whose engines do not answer: the checks of the page report that. */
const ENGINES: Settings = {
  HOSTLER_VPS_ENGINE: 'incus',
  HOSTLER_INCUS_URL: 'unix:/nonexistent/unix.socket',
  HOSTLER_DNS_ENGINE: 'powerdns',
  HOSTLER_POWERDNS_URL: 'http://127.0.0.1:1',
  HOSTLER_POWERDNS_KEY: 'key',
  HOSTLER_POSTGRES_ADMIN_URL: 'postgres://admin@127.0.0.1:1/postgres',
  HOSTLER_MARIADB_ADMIN_URL: 'mysql://admin@127.0.0.1:1',
  HOSTLER_MAIL_ENGINE: 'dovecot-postfix',
  HOSTLER_MAIL_HOST: 'mail.example.com',
};

const OWNER = { name: 'Olga Owner', email: 'olga@example.com', password: 'a long enough password' };

describeWithService('headless', 'the first run', (browserUrl) => {
  let browser: TestBrowser;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let dataDir: string;
  let settings: Settings;
  let server: HostlerProcess;
  let url: string;
  let address: string;

  beforeAll(async () => {
    browser = await connectBrowser(browserUrl);
    mail = await startMailServer();
    dataDir = await mkdtemp(join(tmpdir(), 'hostler-setup-'));
    settings = { ...ENGINES, HOSTLER_DATA_DIR: dataDir, HOSTLER_PORT: '0', HOSTLER_SMTP_URL: mail.url };
    server = startHostler(['serve'], settings);
    url = String((await server.logged(({ msg }) => msg === 'hostler serves')).url);
  });

  afterAll(async () => {
    server?.kill('SIGTERM');
    await server?.exited;
    await mail?.close();
    await browser?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const openStep = async (page: Page, name: string) => {
    const control = page.getByRole('button', { name: new RegExp(`^${name}`) });
    if ((await control.getAttribute('aria-expanded')) === 'false') await control.click();
    const panel = page.getByRole('region', { name: new RegExp(`^${name}`) });
    await panel.waitFor();
    return panel;
  };
  const fill = async (page: Page, name: string, values: Record<string, string>) => {
    const panel = await openStep(page, name);
    for (const [label, value] of Object.entries(values)) await panel.getByLabel(label, { exact: true }).fill(value);
    await panel.getByRole('button', { name: `Save ${name}` }).click();
    await expectDone(page, name);
  };
  const expectDone = (page: Page, name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}.*Done$`) }).waitFor();

  it('leads from the printed address to an open sign-up', async () => {
    const { port } = new URL(url);
    address = (await runCommand<{ setup_url: string }>(['setup', 'link'], { ...settings, HOSTLER_PORT: port }))
      .setup_url;
    expect(address).toMatch(/\/setup#[\w-]{43}$/);
    // The start has no terminal here, as under systemd.
    await server.logged(({ msg }) => String(msg).startsWith('`hostler setup link` prints'));
    expect(server.stdout() + server.stderr()).not.toContain('/setup#');
    const context = await browser.open();
    const page = await context.newPage();
    const errors = watchForErrors(page);

    await page.goto(address);
    await page.getByLabel('Your name').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Your name').fill(OWNER.name);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByText('Set up an authenticator app').waitFor();
    const secret = (await page.locator('main code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(showCode(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'Continue to the setup' }).click();

    await page.getByRole('heading', { name: 'Setup', exact: true }).waitFor();
    await page.getByText('2 of 11 steps are done.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await fill(page, 'Company data', {
      'Company name': 'Example Hosting GmbH',
      Street: 'Serverweg 1',
      'Postal code': '10115',
      City: 'Berlin',
      'E-mail': 'billing@example.com',
    });
    await fill(page, 'Tax scheme', { 'VAT ID': 'DE123456789' });
    const series = await openStep(page, 'Document numbers');
    await series.getByLabel('Next invoice number').fill('500');
    await series.getByRole('button', { name: 'Save numbers' }).click();
    await expectDone(page, 'Document numbers');
    const mailStep = await openStep(page, 'Mail');
    await mailStep.getByRole('button', { name: 'Send test mail' }).click();
    await mailStep.getByText('Sent', { exact: true }).waitFor();
    expect(mail.mails.at(-1)).toMatchObject({
      recipients: [OWNER.email],
      subject: expect.stringMatching(/^Test mail/),
    });
    const engines = await openStep(page, 'Engines');
    await engines.getByText('Not reached').first().waitFor();
    await fill(page, 'Payment methods', { IBAN: 'DE89370400440532013000' });
    await fill(page, 'Legal links', {
      Imprint: 'https://example.com/imprint',
      Terms: 'https://example.com/terms',
      Privacy: 'https://example.com/privacy',
      'Version of the terms': '2026-11',
    });

    for (const name of ['First plan', 'Data copies', 'Colleagues']) {
      const step = await openStep(page, name);
      await step.getByRole('button', { name: 'Skip this step' }).click();
      await page.getByRole('button', { name: new RegExp(`^${name}.*Skipped$`) }).waitFor();
    }
    const visitor = await (await browser.open()).newPage();
    await visitor.goto(`${url}/sign-up`);
    await visitor.getByText('Sign-up is closed').waitFor();

    const signUp = await openStep(page, 'Sign-up and orders');
    expect(await signUp.getByRole('combobox', { name: 'Order review' }).inputValue()).toBe('flagged');
    await signUp.getByRole('combobox', { name: 'Sign-up' }).click();
    await page.getByRole('option', { name: 'open' }).click();
    await signUp.getByRole('button', { name: 'Save Sign-up and orders' }).click();
    await page.getByText('People can sign up at /sign-up.').waitFor();
    await visitor.reload();
    await visitor.getByRole('button', { name: 'Create account' }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is found again, and its address cannot be used twice', async () => {
    await expect(runCommand(['setup', 'link'], settings)).rejects.toThrow('There is an owner already');
    const page = await (await browser.open()).newPage();
    await page.goto(address);
    await page.getByText('This address cannot be used').waitFor();
    const { steps } = await runCommand<{ steps: { id: string; state: string }[] }>(['setup', 'show'], settings);
    expect(steps.filter(({ state }) => state === 'missing')).toEqual([]);
  });
});
