import type { HostlerEvent } from '@hostler/sdk';
import { Button, Group } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeCorner } from '#parts/code-corner.tsx';
import type { Call } from '#parts/code-of-call.ts';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { FilterSelect, Filters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { aboutOf } from '#resources/events/about.ts';
import { useMay } from '#session/place-context.tsx';
import { EVENT_TYPES } from '../webhooks/events.ts';
import { EventDrawer } from './event-drawer.tsx';
import { useEventFeed } from './queries.ts';
import { texts } from './texts.ts';

const TYPES = EVENT_TYPES.map((value) => ({ value, label: value }));
const COLUMNS: readonly Column<HostlerEvent>[] = [
  { key: 'event', title: texts.type, width: 220, render: ({ event }) => event },
  { key: 'about', title: texts.about, render: ({ data }) => aboutOf(data) },
  { key: 'id', title: texts.id, width: 100, from: 'md', card: 'none', render: ({ id }) => id },
  {
    key: 'at',
    title: texts.when,
    width: 150,
    align: 'end',
    card: 'beside',
    render: ({ timestamp }) => <Moment at={timestamp} />,
  },
];
const route = getRouteApi('/frame/developers/events');

export function EventsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const feed = useEventFeed(search.type);
  const [opened, setOpened] = useState<HostlerEvent | null>(null);
  const call: Call = { operation: 'events.list', input: { sort: 'desc', type: search.type } };
  const change = (type: string | undefined) => void navigate({ search: (before) => changeSearch(before, { type }) });
  return (
    <>
      <PageTitle title={texts.title} description={texts.description}>
        <CodeCorner call={() => call} />
      </PageTitle>
      <Filters>
        <FilterSelect label={texts.type} value={search.type} options={TYPES} onChange={change} />
      </Filters>
      <DataTable
        label={texts.title}
        query={feed}
        rows={feed.data?.pages.flatMap(({ data }) => data)}
        rowKey={({ id }) => id}
        rowName={({ event, id }) => `${event} ${id}`}
        onOpen={setOpened}
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconTimelineEvent} text={texts.empty} call={call}>
            {may('webhooks.write') && (
              <Button data-real renderRoot={(props) => <Link {...props} to="/developers/webhooks" />}>
                {texts.addWebhook}
              </Button>
            )}
          </EmptyState>
        }
        noMatch={isFiltered(search) && texts.noMatch}
      />
      {feed.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={feed.isFetchingNextPage} onClick={() => void feed.fetchNextPage()}>
            {texts.older}
          </Button>
        </Group>
      )}
      <EventDrawer event={opened} onClose={() => setOpened(null)} />
    </>
  );
}
