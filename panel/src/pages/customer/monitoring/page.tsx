import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconActivityHeartbeat, IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Filters, SearchField } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { AlertTable } from '../../../resources/monitoring/alert-table.tsx';
import { FiringAlerts } from '../../../resources/monitoring/firing-alerts.tsx';
import { useAlertList, useFiring } from '../../../resources/monitoring/queries.ts';
import { texts } from '../../../resources/monitoring/texts.ts';
import { ServerSelect } from '../../../resources/servers/server-select.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { MonitoringTabs } from './monitoring-tabs.tsx';
import classes from './page.module.css';

const route = getRouteApi('/frame/monitoring');

/** Lists firing alerts, then resolved ones. */
export function AlertsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const firing = useFiring();
  const { server, ...listed } = search;
  const resolved = useAlertList({ ...listed, ...(server && { hosting_id: Number(server) }), status: 'resolved' });
  const filtered = isFiltered(search);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const nothingEver = firing.data?.meta.total === 0 && resolved.data?.meta.total === 0 && !filtered;
  return (
    <>
      <PageTitle title={texts.title}>
        <CodeCorner call={() => ({ operation: 'monitoring.alerts.list', input: { status: 'firing' } })} />
      </PageTitle>
      <MonitoringTabs />
      {nothingEver ? (
        <Paper className={classes.surface}>
          <EmptyState
            icon={IconActivityHeartbeat}
            text={texts.empty}
            call={{ operation: 'monitoring.alerts.list', input: { status: 'firing' } }}
          />
        </Paper>
      ) : (
        <Stack gap="xl">
          <FiringNow query={firing} />
          <section aria-label={texts.history}>
            <SectionTitle title={texts.history} />
            <Filters>
              <SearchField
                label={texts.search}
                value={search.search ?? ''}
                onChange={(text) => change({ search: text })}
              />
              {may('hosting.read') && (
                <ServerSelect
                  className={classes.server}
                  aria-label={texts.server}
                  placeholder={texts.server}
                  clearable
                  value={server === undefined ? null : Number(server)}
                  onChange={(id) => change({ server: id === null ? undefined : String(id) })}
                />
              )}
            </Filters>
            <AlertTable
              label={texts.history}
              query={resolved}
              rows={resolved.data?.data}
              pager={{ meta: resolved.data?.meta, onPage: (page) => change({ page }) }}
              empty={
                <Text p="xl" c="dimmed" ta="center">
                  {texts.noneBefore}
                </Text>
              }
              noMatch={filtered && texts.noMatch}
            />
          </section>
        </Stack>
      )}
    </>
  );
}

function FiringNow({ query }: { query: ReturnType<typeof useFiring> }) {
  const { data, error, isFetching, refetch } = query;
  const left = data ? data.meta.total - data.data.length : 0;
  return (
    <section aria-label={texts.firing}>
      <SectionTitle title={data?.meta.total ? `${texts.firing} (${data.meta.total})` : texts.firing} />
      {error && !data ? (
        <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Paper className={classes.surface}>
          {!data && <Skeleton height={16} width={280} m="md" />}
          {data?.data.length === 0 && (
            <Group gap="xs" className={classes.quiet}>
              <IconCircleCheck size={20} className={classes.good} aria-hidden="true" />
              {texts.quiet}
            </Group>
          )}
          {data && <FiringAlerts alerts={data.data} />}
          {left > 0 && <Text className={classes.quiet}>{texts.more(left)}</Text>}
        </Paper>
      )}
    </section>
  );
}
