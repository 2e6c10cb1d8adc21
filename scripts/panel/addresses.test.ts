import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PANEL_ADDRESSES } from '../../server/src/kernel/http/panel.ts';

/** Checks the first segment only: nested pages have addresses below it. */
it('the server answers every address of a panel page with the page', () => {
  const routes = globSync('panel/src/pages/**/routes.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const paths = routes.flatMap((text) =>
    [...text.matchAll(/=> (?:frameRoute|rootRoute|shopRoute),\s+path: '\/([^/']*)/g)].map(
      ([, segment]) => segment ?? '',
    ),
  );
  const unknown = paths.filter(
    (segment) => segment !== '' && !(PANEL_ADDRESSES as readonly string[]).includes(segment),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
