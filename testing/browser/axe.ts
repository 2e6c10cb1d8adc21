import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on the colours alone, of a page that was looked at in others. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What keeps people out of a page, each finding as a line: what, where, and why. */
export async function findBarriers(page: Page, only?: 'colours'): Promise<string[]> {
  // As the browser's own tools do it: the policy of the page is for the scripts of the page.
  const tools = await page.context().newCDPSession(page);
  await tools.send('Runtime.evaluate', { expression: script });
  const options = { resultTypes: ['violations'], ...(only === 'colours' && { runOnly: COLOURS }) };
  const expression = `axe.run(document, ${JSON.stringify(options)}).then(JSON.stringify)`;
  const { result } = await tools.send('Runtime.evaluate', { expression, awaitPromise: true });
  await tools.detach();
  const { violations } = JSON.parse(String(result.value)) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => describe(id, target.join(' '), failureSummary)),
    );
}

function describe(rule: string, where: string, summary = ''): string {
  return `${rule} at ${where}: ${summary.split('\n').at(1)?.trim() ?? ''}`;
}
