import { expect, it } from 'vitest';
import { filterCatalog, listCategories } from './filter-catalog.ts';

const entries = [
  { slug: 'caddy', name: 'Caddy', summary: 'A web server with certificates by itself', categories: ['web'] },
  { slug: 'wordpress', name: 'WordPress', summary: 'Sites and blogs', categories: ['web', 'publishing'] },
  { slug: 'wireguard', name: 'WireGuard', summary: 'A private network', categories: ['network'] },
];
const found = (filters: Parameters<typeof filterCatalog>[1]) => filterCatalog(entries, filters).map(({ slug }) => slug);

it('finds applications that contain every word of the search, in any field and any case', () => {
  expect(found({ search: 'web CERT' })).toEqual(['caddy']);
  expect(found({ search: 'publishing' })).toEqual(['wordpress']);
  expect(found({ search: ' ' })).toHaveLength(3);
});

it('shows only the applications of the selected category', () => {
  expect(found({ category: 'web' })).toEqual(['caddy', 'wordpress']);
  expect(found({ category: 'web', search: 'blog' })).toEqual(['wordpress']);
});

it('sorts categories by their number of applications', () => {
  expect(listCategories(entries)).toEqual(['web', 'network', 'publishing']);
});
