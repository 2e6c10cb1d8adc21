import type { Hosting } from '@hostler/sdk';
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeCorner } from '#parts/code-corner.tsx';
import { Pager } from '#parts/data-table/pager.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Failure } from '#parts/failure.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered, type ListSearch } from '#parts/list-search.ts';
import { NoMatch } from '#parts/no-match.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { useWatchedServers } from '#resources/monitoring/rules/queries.ts';
import { RuleForm } from '#resources/monitoring/rules/rule-form.tsx';
import { RuleTable } from '#resources/monitoring/rules/rule-table.tsx';
import { texts } from '#resources/monitoring/rules/texts.ts';
import { texts as monitoringTexts } from '#resources/monitoring/texts.ts';
import { useMay } from '#session/place-context.tsx';
import { MonitoringTabs } from '../monitoring-tabs.tsx';
import { AllRules } from './all-rules.tsx';
import classes from './page.module.css';

const route = getRouteApi('/frame/monitoring/rules');

/** Lists the rules grouped by server. */
export function RulesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const change = (next: Partial<ListSearch>) => void navigate({ search: (before) => changeSearch(before, next) });
  return (
    <>
      <PageTitle title={monitoringTexts.title}>
        <CodeCorner call={() => ({ operation: 'monitoring.rules.list' })} />
      </PageTitle>
      <MonitoringTabs />
      {may('hosting.read') ? (
        <RulesByServer search={search} change={change} />
      ) : (
        <AllRules page={search.page} onPage={(page) => change({ page })} />
      )}
    </>
  );
}

interface RulesByServerProps {
  readonly search: ListSearch;
  readonly change: (next: Partial<ListSearch>) => void;
}

function RulesByServer({ search, change }: RulesByServerProps) {
  const servers = useWatchedServers(search);
  const living = servers.data?.data.filter(({ status }) => status !== 'terminated');
  return (
    <>
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
      </Filters>
      {servers.error && !servers.data ? (
        <Failure error={servers.error} retrying={servers.isFetching} onRetry={() => void servers.refetch()} />
      ) : null}
      {servers.isPending && <Skeleton height={220} />}
      {living?.length === 0 &&
        (isFiltered(search) ? (
          <NoMatch text={texts.noMatch} />
        ) : (
          <EmptyState icon={IconServer} text={texts.noServers} call={{ operation: 'monitoring.rules.list' }} />
        ))}
      <Stack gap="lg">
        {living?.map((server) => (
          <RulesOfServer key={server.id} server={server} />
        ))}
      </Stack>
      {(servers.data?.meta.last_page ?? 1) > 1 && (
        <Pager meta={servers.data?.meta} onPage={(page) => change({ page })} />
      )}
    </>
  );
}

function RulesOfServer({ server }: { server: Hosting }) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-label={server.hostname} className={classes.server}>
      <div className={classes.head}>
        <Title order={2} className={classes.name}>
          <Anchor
            inherit
            c="inherit"
            title={server.hostname}
            renderRoot={(props) => <Link {...props} to="/servers/$id/monitoring" params={{ id: String(server.id) }} />}
          >
            {server.hostname}
          </Anchor>
        </Title>
        {may('hosting.write') && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={texts.addTo(server.hostname)}
            onClick={() => setAdding(true)}
          >
            {texts.add}
          </Button>
        )}
      </div>
      <RuleTable
        server={server}
        empty={
          <Text p="md" c="dimmed">
            {texts.emptyOfServer}
          </Text>
        }
      />
      {isAdding && <RuleForm of={{ server }} onClose={() => setAdding(false)} />}
    </section>
  );
}
