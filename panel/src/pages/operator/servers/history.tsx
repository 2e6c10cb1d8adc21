import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Table, Text } from '@mantine/core';
import type { HostingDetails } from '#operator/generated/types.gen.ts';
import { StatusOf, type StatusWords } from '#operator/resource-list.tsx';
import { Moment } from '#parts/moment.tsx';
import { Surface } from '#parts/surface.tsx';
import { ACTION_STATUSES } from '#resources/servers/texts.ts';
import { ACTION_WORDS, CAUSES } from './texts.ts';

/** Actions and suspensions of a server. */
export function ServerHistory({ server }: { server: HostingDetails }) {
  return (
    <Stack>
      <Surface title={t`Actions`}>
        {server.actions.length === 0 ? (
          <Text c="dimmed">
            <Trans>There are no actions yet.</Trans>
          </Text>
        ) : (
          <Table aria-label={t`Actions`}>
            <Table.Tbody>
              {server.actions.map(({ id, type, status, error, created_at }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    {ACTION_WORDS[type] ?? type}
                    {error !== null && (
                      <Text size="sm" c="dimmed">
                        {error}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <StatusOf statuses={ACTION_STATUSES as StatusWords} status={status} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Moment at={created_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Surface>
      {server.suspensions.length > 0 && (
        <Surface title={t`Suspensions`}>
          <Table aria-label={t`Suspensions`}>
            <Table.Tbody>
              {server.suspensions.map(({ cause, reason, opened_at, closed_at }) => (
                <Table.Tr key={`${cause} ${opened_at}`}>
                  <Table.Td>
                    {CAUSES[cause as keyof typeof CAUSES]?.label ?? t`Account`}
                    <Text size="sm" c="dimmed">
                      {reason}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end">
                    <Moment at={opened_at} />
                    {closed_at ? (
                      <Text size="sm" c="dimmed">
                        <Trans>
                          ended <Moment at={closed_at} />
                        </Trans>
                      </Text>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Surface>
      )}
    </Stack>
  );
}
