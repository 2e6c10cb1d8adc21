import { Alert, Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ListFilters } from '../../../parts/filters.tsx';
import { changeSearch, isFiltered } from '../../../parts/list-search.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { BackupTable } from '../../../resources/backups/backup-table.tsx';
import { CreateBackup } from '../../../resources/backups/create-backup.tsx';
import { useBackups } from '../../../resources/backups/queries.ts';
import { STATUSES, texts } from '../../../resources/backups/texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import { BackupTabs } from './backup-tabs.tsx';

const route = getRouteApi('/frame/backups');

export function BackupsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const backups = useBackups(search);
  const [creating, create] = useDisclosure(false);
  const filtered = isFiltered(search);
  const failed = useBackups({ status: 'failed' }, { enabled: !filtered });
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const createButton = may('backups.write') && <Button onClick={create.open}>{texts.create}</Button>;
  const failures = filtered ? 0 : (failed.data?.meta.total ?? 0);
  return (
    <>
      <PageTitle title={texts.title} count={backups.data?.meta.total ?? null}>
        {(backups.data?.data.length !== 0 || filtered) && createButton}
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
      <ListFilters words={texts} statuses={STATUSES} value={search} onChange={change} />
      <BackupTable
        query={backups}
        rows={backups.data?.data}
        sorting={{ value: search, onChange: change }}
        pager={{ meta: backups.data?.meta, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={IconArchive}
            text={texts.empty}
            call={{ operation: 'backups.create', input: { hosting_id: 1 } }}
          >
            {createButton}
          </EmptyState>
        }
        noMatch={filtered && texts.noMatch}
      />
      <CreateBackup opened={creating} onClose={create.close} />
    </>
  );
}
