import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Impacts that exclude people, and not only slow them down. */
const IMPACTS = ['serious', 'critical'];

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that depend on colours alone, for a page that was checked with others. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Findings have the impact of their rule, so rules with other impacts are disabled. */
const RULES = `Object.fromEntries(axe._audit.rules
  .filter(({ impact }) => !${JSON.stringify(IMPACTS)}.includes(impact))
  .map(({ id }) => [id, { enabled: false }]))`;

/** Parts that are the same on every signed-in page, and are checked once. */
const FRAME = { exclude: [['.mantine-AppShell-header'], ['.mantine-AppShell-navbar']] };

interface Looking {
  readonly only?: 'colours';
  readonly without?: 'frame';
}

/** Returns accessibility barriers of a page, a line each: what, where and why. */
export async function findBarriers(page: Page, { only, without }: Looking = {}): Promise<string[]> {
  // Runs through the developer tools, because the policy of the page blocks foreign scripts.
  const tools = await page.context().newCDPSession(page);
  const evaluate = async (expression: string) => {
    const { result } = await tools.send('Runtime.evaluate', { expression, awaitPromise: true });
    return String(result.value);
  };
  // A document that was checked before has the script already.
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
