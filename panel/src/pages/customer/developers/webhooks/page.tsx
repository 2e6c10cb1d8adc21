import type { Webhook, WebhookWithSecret } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Column } from '#parts/data-table/columns.ts';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { ListFilters } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Sandbox } from '#parts/sandbox.ts';
import { useMay, usePlace } from '#session/place-context.tsx';
import { AddWebhook } from './add-webhook.tsx';
import { summariseEvents } from './events.ts';
import { useWebhooks } from './queries.ts';
import { SecretMade } from './secret-made.tsx';
import { STATUSES, texts } from './texts.ts';
import { WebhookStatus } from './webhook-status.tsx';

const COLUMNS: readonly Column<Webhook>[] = [
  { key: 'url', title: texts.url, sortBy: 'url', render: ({ url }) => url },
  {
    key: 'description',
    title: texts.description,
    width: '20%',
    from: 'lg',
    render: ({ description }) => description,
  },
  { key: 'events', title: texts.events, width: 150, render: ({ events }) => summariseEvents(events) },
  {
    key: 'success',
    title: t`Last success`,
    width: 150,
    from: 'md',
    render: ({ last_success_at }) => <Moment at={last_success_at} never={t`None yet`} />,
  },
  {
    key: 'status',
    title: texts.status,
    sortBy: 'status',
    width: 120,
    card: 'beside',
    render: (webhook) => <WebhookStatus webhook={webhook} />,
  },
];

const EXAMPLE = { url: 'https://example.com/hooks', events: ['*'] };
const route = getRouteApi('/frame/developers/webhooks');

export function WebhooksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { place } = usePlace();
  const webhooks = useWebhooks(search);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const filtered = isFiltered(search);
  // The empty state has its own button, so the title line shows none.
  const untouched = webhooks.data?.meta.total === 0 && !filtered;
  const button = may('webhooks.write') && <Button onClick={() => setAdding(true)}>{texts.add}</Button>;
  return (
    <Sandbox value={false}>
      <PageTitle
        title={texts.title}
        count={webhooks.data?.meta.total ?? null}
        description={place.environment === 'test' && texts.sandbox}
      >
        {!untouched && button}
      </PageTitle>
      <ListFilters words={texts} statuses={STATUSES} value={search} onChange={change} />
      <DataTable
        label={texts.title}
        query={webhooks}
        rows={webhooks.data?.data}
        rowKey={({ id }) => id}
        rowName={({ url }) => url}
        rowLink={({ id }) => ({ to: '/developers/webhooks/$id', params: { id: String(id) } })}
        columns={COLUMNS}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: webhooks.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={IconWebhook} text={texts.empty} call={{ operation: 'webhooks.create', input: EXAMPLE }}>
            {button}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      <AddWebhook
        opened={adding}
        onClose={() => setAdding(false)}
        onAdded={(webhook) => {
          setAdding(false);
          setMade(webhook);
        }}
      />
      <SecretMade
        made={made}
        onClose={() => {
          setMade(null);
          if (made) void navigate({ to: '/developers/webhooks/$id', params: { id: String(made.id) } });
        }}
      />
    </Sandbox>
  );
}
