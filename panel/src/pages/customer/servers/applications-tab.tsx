import { Alert, Button } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { changeSearch } from '../../../parts/list-search.ts';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { canInstall } from '../../../resources/applications/fitness.ts';
import { InstalledTable } from '../../../resources/applications/installed-table.tsx';
import { useApplications } from '../../../resources/applications/queries.ts';
import { texts } from '../../../resources/applications/texts.ts';
import { useServer } from '../../../resources/servers/queries.ts';
import { useMay } from '../../../session/place-context.tsx';

const route = getRouteApi('/frame/servers/$id/applications');

/** Applications of one server; offers to install more if the server supports it. */
export function ApplicationsTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { data: server } = useServer(id);
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const applications = useApplications({ ...search, hosting_id: id });
  const cannot = server && !canInstall(server) ? texts.cannot : server?.status !== 'running' ? texts.notNow : null;
  const isEmpty = applications.data?.data.length === 0;
  const installButton = server && !cannot && may('applications.write') && (
    <Button
      variant={isEmpty ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to="/applications" search={{ server: id }} />}
    >
      {texts.installOne}
    </Button>
  );
  return (
    <>
      <SectionTitle title={texts.title} description={texts.ofServerText}>
        {!isEmpty && installButton}
      </SectionTitle>
      {server && cannot && (
        <Alert color="gray" variant="light" mb="md">
          {cannot}
        </Alert>
      )}
      {!(isEmpty && cannot) && (
        <InstalledTable
          ofOne
          query={applications}
          rows={applications.data?.data}
          sorting={{ value: search, onChange: change }}
          pager={{
            meta: applications.data?.meta,
            onPage: (page) => change({ page }),
          }}
          empty={
            <EmptyState
              icon={IconApps}
              text={texts.emptyOfServer}
              call={{ operation: 'applications.create', input: { hosting_id: id, slug: 'nginx', parameters: {} } }}
            >
              {installButton}
            </EmptyState>
          }
        />
      )}
    </>
  );
}
