import { Anchor, Chip, Group, Skeleton, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Filters, SearchField } from '../../../parts/filters.tsx';
import { changeSearch } from '../../../parts/list-search.ts';
import { NoMatch } from '../../../parts/no-match.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { useCatalog } from '../../../resources/applications/queries.ts';
import { describeCategories } from '../../../resources/applications/recipe-texts.ts';
import { texts } from '../../../resources/applications/texts.ts';
import { useServerName } from '../../../resources/servers/queries.ts';
import { ApplicationTabs } from './application-tabs.tsx';
import classes from './catalog.module.css';
import { CatalogCard } from './catalog-card.tsx';
import { filterCatalog, listCategories } from './filter-catalog.ts';

const route = getRouteApi('/frame/applications');
const COMING = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Catalogue of the installable applications. */
export function CatalogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: entries, error, isFetching, refetch } = useCatalog();
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (before) => changeSearch(before, next), replace: true });
  const shown = filterCatalog(entries ?? [], search);
  return (
    <>
      <PageTitle title={texts.title} />
      <ApplicationTabs />
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <Chip.Group
          value={search.category ?? ''}
          onChange={(category) => change({ category: String(category) || undefined })}
        >
          <Group gap={6} role="group" aria-label={texts.categories}>
            {['', ...listCategories(entries ?? [])].map((category) => (
              <Chip key={category} value={category} size="xs" variant="light" icon={null} className={classes.chip}>
                {category === '' ? texts.allCategories : describeCategories([category])}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Filters>
      {search.server !== undefined && <ChosenServer id={search.server} />}
      {error && !entries && <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {entries?.length === 0 && (
        <Surface>
          <EmptyState icon={IconApps} text={texts.emptyCatalog} />
        </Surface>
      )}
      {entries && entries.length > 0 && shown.length === 0 && (
        <Surface>
          <NoMatch text={texts.noEntry} />
        </Surface>
      )}
      <ul className={classes.cards} aria-busy={!entries && !error}>
        {!entries && !error && COMING.map((key) => <Skeleton key={key} component="li" height={132} radius={8} />)}
        {shown.map((entry) => (
          <li key={entry.slug}>
            <CatalogCard entry={entry} server={search.server} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the preselected server, until the selection is cleared. */
function ChosenServer({ id }: { id: number }) {
  const { data } = useServerName(id);
  return (
    <Text size="sm" c="dimmed" mb="md">
      {texts.catalogOf(data?.hostname ?? `#${id}`)}{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/applications" />}>
        {texts.anyServer}
      </Anchor>
    </Text>
  );
}
