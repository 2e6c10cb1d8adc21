import type { CatalogEntry } from '@hostler/sdk';
import { describeCategories } from '../../../resources/applications/recipe-texts.ts';

type Searched = Pick<CatalogEntry, 'slug' | 'name' | 'summary' | 'categories'>;

/** Returns the entries whose name, summary or categories contain every search word. */
export function filterCatalog<Entry extends Searched>(
  entries: readonly Entry[],
  { search = '', category }: { readonly search?: string | undefined; readonly category?: string | undefined },
): Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ slug, name, summary, categories }) => {
    const text = [slug, name, summary, describeCategories(categories)].join(' ').toLowerCase();
    return (category === undefined || categories.includes(category)) && words.every((word) => text.includes(word));
  });
}

/** Returns the categories, largest first. */
export function listCategories(entries: readonly Searched[]): string[] {
  const counts = new Map<string, number>();
  for (const name of entries.flatMap(({ categories }) => categories)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([one, many], [other, few]) => few - many || one.localeCompare(other)).map(([name]) => name);
}
