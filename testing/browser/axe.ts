import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** What people are kept out by, and not only held up. */
const IMPACTS = ['serious', 'critical'];

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What depends on the colours alone, of a page that was looked at in others. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Findings have the impact of their rule: those of others would be left out of the answer. */
const RULES = `Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => !${JSON.stringify(IMPACTS)}.includes(impact))
  .map(({ id }) => [id, { enabled: false }]))`;

/** What is the same around every page of who is signed in; to look at it once is enough. */
const FRAME = { exclude: [['.mantine-AppShell-header'], ['.mantine-AppShell-navbar']] };

interface Looking {
  readonly only?: 'colours';
  readonly without?: 'frame';
}

/** What keeps people out of a page, each finding as a line: what, where, and why. */
export async function findBarriers(page: Page, { only, without }: Looking = {}): Promise<string[]> {
  // As the browser's own tools do it: the policy of the page is for the scripts of the page.
  const tools = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result } = await tools.send('Runtime.evaluate', { expression, awaitPromise: true });
    return String(result.value);
  };
  // A document of which other pages were looked at has it already.
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${script};0`);
  const where = without === 'frame' ? JSON.stringify(FRAME) : 'document';
  const rules = only === 'colours' ? `runOnly: ${JSON.stringify(COLOURS)}` : `rules: ${RULES}`;
  const found = await evaluate(
    `axe.run(${where}, { resultTypes: ['violations'], ${rules} }).then(({ violations }) => JSON.stringify(violations))`,
  );
  await tools.detach();
  return (JSON.parse(found) as AxeResults['violations'])
    .filter(({ impact }) => IMPACTS.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => describe(id, target.join(' '), failureSummary)),
    );
}

function describe(rule: string, where: string, summary = ''): string {
  return `${rule} at ${where}: ${summary.split('\n').at(1)?.trim() ?? ''}`;
}
