import { Alert, Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { changeSearch } from '../../app/list-search.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FilterSelect, Filters, SearchField } from '../../parts/filters.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useMay } from '../../session/place-context.tsx';
import { BackupTable } from './backup-table.tsx';
import { BackupTabs } from './backup-tabs.tsx';
import { CreateBackup } from './create-backup.tsx';
import { useBackups } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

const route = getRouteApi('/frame/backups');
const STATUS_OPTIONS = Object.entries(STATUSES).map(([value, { label }]) => ({ value, label }));

export function BackupsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const backups = useBackups(search);
  const [creating, create] = useDisclosure(false);
  const isFiltered = search.search !== undefined || search.status !== undefined;
  const failed = useBackups({ status: 'failed' }, { enabled: !isFiltered });
  const change = (next: Partial<typeof search>) => void navigate({ search: changeSearch(search, next) });
  const createButton = may('backups.write') && <Button onClick={create.open}>{texts.create}</Button>;
  const failures = isFiltered ? 0 : (failed.data?.meta.total ?? 0);
  return (
    <>
      <PageTitle title={texts.title} count={backups.data?.meta.total ?? null}>
        {(backups.data?.data.length !== 0 || isFiltered) && createButton}
      </PageTitle>
      <BackupTabs />
      {failures > 0 && (
        <Alert color="red" variant="light" mb="md" title={texts.failed(failures)}>
          {texts.failedText}{' '}
          <Anchor component="button" type="button" inherit onClick={() => change({ status: 'failed' })}>
            {texts.showFailed}
          </Anchor>
        </Alert>
      )}
      <Filters>
        <SearchField label={texts.search} value={search.search ?? ''} onChange={(text) => change({ search: text })} />
        <FilterSelect
          label={texts.status}
          value={search.status}
          options={STATUS_OPTIONS}
          onChange={(status) => change({ status })}
        />
      </Filters>
      <BackupTable
        query={backups}
        rows={backups.data?.data}
        pager={{ meta: backups.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          isFiltered ? (
            <NoMatch text={texts.noMatch} />
          ) : (
            <EmptyState
              icon={IconArchive}
              text={texts.empty}
              call={{ operation: 'backups.create', input: { hosting_id: 1 } }}
            >
              {createButton}
            </EmptyState>
          )
        }
      />
      <CreateBackup opened={creating} onClose={create.close} />
    </>
  );
}
