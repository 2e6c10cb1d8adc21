import { Button } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { InstalledTable } from '../../../resources/applications/installed-table.tsx';
import { useApplications } from '../../../resources/applications/queries.ts';
import { STATUSES, texts } from '../../../resources/applications/texts.ts';
import { ApplicationTabs } from './application-tabs.tsx';

const route = getRouteApi('/frame/applications/installed');

/** Lists the installed applications of all servers. */
export function InstalledPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const applications = useApplications(search);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  return (
    <>
      <PageTitle title={texts.title} count={applications.data?.meta.total ?? null} />
      <ApplicationTabs />
      <ListFilters
        words={{ search: texts.searchInstalled, status: texts.status }}
        statuses={STATUSES}
        value={search}
        onChange={change}
      />
      <InstalledTable
        query={applications}
        rows={applications.data?.data}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: applications.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconApps}
            text={texts.empty}
            call={{ operation: 'applications.create', input: { hosting_id: 1, slug: 'nginx', parameters: {} } }}
          >
            <Button renderRoot={(props) => <Link {...props} to="/applications" />}>{texts.browse}</Button>
          </EmptyState>
        }
        noMatch={isFiltered(search) && texts.noMatch}
      />
    </>
  );
}
