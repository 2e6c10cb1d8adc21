import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONSOLE_ADDRESSES, PANEL_ADDRESSES } from '../../server/src/kernel/http/panel.ts';

/** Checks the first segment below the parent only: nested pages have addresses below it. */
it.each([
  ['panel', /=> (?:frameRoute|rootRoute|shopRoute),\s+path: '\/([^/']*)/g, PANEL_ADDRESSES],
  ['console', /=> consoleRoute,\s+path: '\/([^/']*)/g, CONSOLE_ADDRESSES],
] as const)('the server answers every address of a %s page with the page', (_name, path, addresses) => {
  const routes = globSync('panel/src/pages/**/routes.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const segments = routes.flatMap((text) => [...text.matchAll(path)].map(([, segment]) => segment ?? ''));
  const unknown = segments.filter((segment) => segment !== '' && !(addresses as readonly string[]).includes(segment));
  expect(segments.length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
