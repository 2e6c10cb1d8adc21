import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { describeJourneys } from './journey.ts';

/** Recipe with a pattern and a generated secret. */
const RECIPE = `
slug: notes
name: Notes
version: "2.1"
summary: A page of notes.
icon: { viewBox: 0 0 24 24, color: "#0f766e", paths: [M4 4h16v16H4z] }
categories: [web]
parameters:
  - { name: title, label: Title, type: string, pattern: "[a-z]+", hint: must be small letters. }
  - { name: password, label: Administrator password, type: secret, generated: true }
steps:
  - { name: Write the page, script: "true" }
health: { script: "true" }
removal:
  - { name: Take the page away, script: "true" }
`;

describeJourneys('applications and e-mail in the panel', (journey) => {
  it('an application is found, installed with live progress, shows its password once, and is removed', async () => {
    const { panel, api, arrive } = journey();
    await mkdir(join(panel.dataDir, 'recipes'), { recursive: true });
    await writeFile(join(panel.dataDir, 'recipes', 'notes.yaml'), RECIPE);
    const outcomes = { 'notes/Write the page': { stdout: 'the page is written' } };
    await writeFile(join(panel.dataDir, 'simulated', 'vps', 'steps.json'), JSON.stringify(outcomes));
    const page = await arrive('/applications');
    await page.getByRole('searchbox', { name: 'Search applications' }).fill('page of notes');
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Server' }).click();
    // An unsuitable server shows the reason.
    await page.getByRole('option', { name: /staging.*must be running/ }).waitFor();
    await page.getByRole('option', { name: 'web1.demo.example' }).click();
    await drawer.getByRole('textbox', { name: 'Title' }).fill('NOT SMALL');
    await drawer.getByRole('button', { name: 'Install', exact: true }).click();
    await drawer.getByText('Must be small letters.').waitFor();
    await drawer.getByRole('textbox', { name: 'Title' }).fill('small');
    await drawer.getByRole('button', { name: 'Install', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'Credentials of Notes' });
    const password = await box.getByRole('textbox', { name: 'Administrator password' }).inputValue();
    expect(password.length).toBeGreaterThan(11);
    await page.getByRole('button', { name: "I've saved it" }).click();

    await page.getByText('Running', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Write the page/ }).click();
    await page.getByText('the page is written').waitFor();
    expect(await page.content()).not.toContain(password);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove application' }).click();
    const sure = page.getByRole('dialog');
    await sure.getByRole('textbox').fill('Notes');
    await sure.getByRole('button', { name: 'Remove application' }).click();
    await page.getByText('Notes was removed', { exact: true }).waitFor();
    expect((await api(panel.liveKey, '/applications?search=notes')).data).toEqual([]);
  });

  it('a server gets a tag, is found by it, is rebuilt after its name is typed, and shows its new password once', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api<{ id: number; image: string }[]>(panel.liveKey, '/hosting?search=db1&status=running');
    const id = data[0]?.id ?? 0;
    const page = await arrive(`/servers/${id}`);
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('menuitem', { name: 'Edit label, tags and note' }).click();
    const editing = page.getByRole('dialog');
    await editing.getByLabel('Tags').fill('Journey');
    await editing.getByLabel('Tags').press('Enter');
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    const tagged = await api<{ id: number }[]>(panel.liveKey, '/hosting?tag=journey');
    expect(tagged.data.map((server) => server.id)).toEqual([id]);

    await page.getByRole('button', { name: 'Rebuild' }).click();
    const rebuilding = page.getByRole('dialog');
    const rebuild = rebuilding.getByRole('button', { name: 'Rebuild' });
    await rebuilding.getByLabel('User data').fill('hello');
    expect(await rebuild.isDisabled()).toBe(true);
    await rebuilding.getByLabel(/to confirm$/).fill('db1.demo.example');
    await rebuild.click();
    await rebuilding.getByText(/Must begin with #cloud-config/).waitFor();
    await rebuilding.getByLabel('User data').fill('#!/bin/sh\n');
    await rebuild.click();
    await rebuilding.waitFor({ state: 'detached' });
    await page.getByText('Running', { exact: true }).first().waitFor();

    const manage = page.getByRole('button', { name: 'Manage' });
    const reset = page.getByRole('menuitem', { name: 'Reset root password' });
    await manage.click();
    await reset.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset root password' }).click();
    const password = await page.getByRole('textbox', { name: 'Root password' }).inputValue();
    expect(password).toMatch(/^[0-9A-Za-z]{24}$/);
    await page.getByRole('button', { name: "I've saved it" }).click();
    expect(await page.content()).not.toContain(password);

    await page.goto(`${panel.url}/servers?tag=journey`);
    await page.getByRole('link', { name: /db1/ }).first().waitFor();
    await page.getByText('web1.demo.example').waitFor({ state: 'detached' });
  });

  it('a snapshot of a server is created, restored after the name of the server is typed, and removed', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api<{ id: number }[]>(panel.liveKey, '/hosting?search=db1');
    const id = data[0]?.id ?? 0;
    const page = await arrive(`/servers/${id}`);
    await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
    await page.getByRole('button', { name: 'Create snapshot', exact: true }).click();
    const creating = page.getByRole('dialog', { name: 'Create a snapshot' });
    await creating.getByRole('textbox', { name: 'Name' }).fill('Before the journey');
    await creating.getByRole('button', { name: 'Create snapshot', exact: true }).click();
    await creating.waitFor({ state: 'detached' });
    const table = page.getByRole('table', { name: 'Snapshots' });
    await table.getByText('Available', { exact: true }).waitFor();
    const [snapshot] = (await api<{ name: string }[]>(panel.liveKey, `/hosting/snapshots?hosting_id=${id}`)).data;
    expect(snapshot?.name).toBe('Before the journey');

    const menu = table.getByRole('button', { name: 'Actions for Before the journey' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Restore', exact: true }).click();
    const restoring = page.getByRole('dialog', { name: 'Restore db1.demo.example' });
    const restore = restoring.getByRole('button', { name: 'Restore snapshot', exact: true });
    expect(await restore.isDisabled()).toBe(true);
    await restoring.getByLabel(/to confirm$/).fill('db1.demo.example');
    await restore.click();
    await restoring.waitFor({ state: 'detached' });
    const isRestored = async () => {
      const { data: actions } = await api<{ type: string; status: string }[]>(panel.liveKey, '/actions');
      return actions.some(({ type, status }) => type === 'snapshot.restore' && status === 'succeeded');
    };
    await until(isRestored, { everyMs: 200 });
    await table.getByText('Available', { exact: true }).waitFor();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
    const removing = page.getByRole('dialog', { name: 'Remove a snapshot' });
    await removing.getByLabel(/to confirm$/).fill('Before the journey');
    await removing.getByRole('button', { name: 'Remove snapshot', exact: true }).click();
    await removing.waitFor({ state: 'detached' });
    await page.getByText('This server has no snapshot.').waitFor();
    expect((await api<object[]>(panel.liveKey, `/hosting/snapshots?hosting_id=${id}`)).data).toEqual([]);
  });

  it('a server is ordered from a snapshot of another server', async () => {
    const { panel, api, arrive } = journey();
    const { data } = await api<{ id: number }[]>(panel.liveKey, '/hosting?search=web2');
    const id = data[0]?.id ?? 0;
    const { data: made } = await api(panel.liveKey, `/hosting/snapshots?id=${id}`, { name: 'Template' });
    await api(panel.liveKey, `/actions/show?id=${made.action_id}&wait=30`);
    const page = await arrive(`/servers/${id}/snapshots`);
    await page.getByRole('button', { name: 'Actions for Template', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Order a server from this snapshot', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Order a server from Template' });
    const order = dialog.getByRole('button', { name: 'Order with obligation to pay', exact: true });
    await dialog.getByLabel('Host name', { exact: true }).fill('no host name');
    await order.click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Host name', { exact: true }).fill('template.demo.example');
    await order.click();
    await page.waitForURL(/\/order\/placed\/\d+$/);
    await page.getByText('template.demo.example').first().waitFor();
    const { data: ordered } = await api(panel.liveKey, '/subscriptions?search=template');
    expect(ordered).toMatchObject([{ name: 'Cloud M (template.demo.example)' }]);
  });

  it('a mailbox is created with settings for mail programs, changed, suspended, and counted when its domain is removed', async () => {
    const { panel, api, arrive } = journey();
    const { data: domain } = await api(panel.liveKey, '/domains', { domain: 'letters.example' });
    const page = await arrive('/emails?new=true');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name before the @').fill('jo');
    await drawer.getByRole('combobox', { name: 'Domain' }).fill('letters');
    await page.getByRole('option', { name: 'letters.example' }).click();
    await drawer.getByLabel('Forward to').fill('jo@letters.example');
    await drawer.getByRole('button', { name: 'Create mailbox', exact: true }).click();
    // Forwarding to itself is an error at the field.
    await drawer.locator('.mantine-TagsInput-error').waitFor();
    await drawer.getByLabel('Forward to').press('Backspace');
    await drawer.getByRole('button', { name: 'Create mailbox', exact: true }).click();
    const box = page.getByRole('dialog', { name: 'The password of jo@letters.example' });
    const password = await box.getByRole('textbox', { name: 'Password' }).inputValue();
    expect(password).toHaveLength(20);
    await box.getByText('Incoming (IMAP)').waitFor();
    await page.getByRole('button', { name: "I've saved it" }).click();

    const row = page.getByRole('row').filter({ hasText: 'jo@letters.example' });
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await row.getByText('Suspended').waitFor();
    await page.goto(`${panel.url}/emails/domains/${domain.id}`);
    await page.getByRole('table', { name: 'Records' }).getByText('Signature (DKIM)').waitFor();
    await page.goto(`${panel.url}/domains/${domain.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove domain' }).click();
    await page.getByRole('dialog').getByText('1 mailbox of this domain', { exact: false }).waitFor();
  });
});
