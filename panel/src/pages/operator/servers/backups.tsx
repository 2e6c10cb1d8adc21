import { Skeleton, Table, Text } from '@mantine/core';
import type { HostingDetails, OwnedBackup } from '#operator/generated/types.gen.ts';
import { StatusOf } from '#operator/resource-list.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { STATUSES } from '#resources/backups/texts.ts';
import { useServerBackups } from './queries.ts';
import { texts } from './texts.ts';

/** Newest backups of a server: when each was read back, and when its restore was tested. */
export function ServerBackups({ server }: { server: HostingDetails }) {
  const backups = useServerBackups(server);
  const rows = backups.data?.data;
  return (
    <Surface
      title={texts.backups}
      actions={
        <Text size="sm" c="dimmed">
          {texts.restoreTested} <Moment at={server.drilled_at} never={texts.notYet} />
        </Text>
      }
    >
      {backups.error && !rows ? <Failure error={backups.error} title={texts.backupsFailed} /> : null}
      {backups.isPending && <Skeleton height={80} />}
      {rows?.length === 0 && <Text c="dimmed">{texts.noBackups}</Text>}
      {rows && rows.length > 0 && (
        <Table aria-label={texts.backups}>
          <Table.Tbody>
            {rows.map((backup) => (
              <Table.Tr key={backup.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {backup.name}
                  <Text size="sm" c="dimmed">
                    <Moment at={backup.created_at} />
                  </Text>
                </Table.Td>
                <Table.Td ta="end" w={220}>
                  <Checks backup={backup} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Surface>
  );
}

function Checks({ backup }: { backup: OwnedBackup }) {
  if (backup.status !== 'completed') return <StatusOf statuses={STATUSES} status={backup.status} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.readBack} <Moment at={backup.verified_at} never={texts.notYet} />
      </Text>
      {backup.drill_error === null ? (
        <Text size="sm" c="dimmed">
          {texts.restoreTested} <Moment at={backup.drilled_at} never={texts.notYet} />
        </Text>
      ) : (
        <>
          <Status tone="bad">{texts.restoreTestFailed}</Status>
          <Text size="sm" c="dimmed">
            {backup.drill_error}
          </Text>
        </>
      )}
    </>
  );
}
