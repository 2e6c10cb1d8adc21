import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { changeSearch } from '../../../parts/list-search.ts';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { BackupTable } from '../../../resources/backups/backup-table.tsx';
import { CreateBackup } from '../../../resources/backups/create-backup.tsx';
import { useBackups } from '../../../resources/backups/queries.ts';
import { ScheduleOf } from '../../../resources/backups/schedules/schedule-of.tsx';
import { texts } from '../../../resources/backups/texts.ts';
import { useMay } from '../../../session/place-context.tsx';

const route = getRouteApi('/frame/servers/$id/backups');

export function BackupsTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const backups = useBackups({ ...search, hosting_id: id });
  const [creating, create] = useDisclosure(false);
  const createButton = may('backups.write') && (
    <Button variant="default" onClick={create.open}>
      {texts.create}
    </Button>
  );
  return (
    <Stack gap="lg">
      <ScheduleOf hostingId={id} />
      <div>
        <SectionTitle title={texts.title}>{backups.data?.data.length !== 0 && createButton}</SectionTitle>
        <BackupTable
          ofOne
          query={backups}
          rows={backups.data?.data}
          sorting={{ value: search, onChange: change }}
          pager={{
            meta: backups.data?.meta,
            onPage: (page) => change({ page }),
          }}
          empty={
            <EmptyState
              icon={IconArchive}
              text={texts.emptyOfServer}
              call={{ operation: 'backups.create', input: { hosting_id: id } }}
            >
              {createButton}
            </EmptyState>
          }
        />
      </div>
      <CreateBackup of={{ type: 'hosting', id }} opened={creating} onClose={create.close} />
    </Stack>
  );
}
