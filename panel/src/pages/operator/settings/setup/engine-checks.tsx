import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { translateReturned } from '#locales/returned.ts';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Status } from '#parts/status.tsx';
import { useEngineChecks } from './queries.ts';
import { PARTS, texts } from './texts.ts';

/** Parts that are always shown; the others only if they need attention. */
const ENGINES = ['database', 'vps', 'dns', 'postgresql', 'mariadb', 'mailboxes', 'backup storage', 'mail'];

/** The checks of `doctor`, run now. */
export function EngineChecks() {
  const checks = useEngineChecks();
  const parts = checks.data?.data.filter(({ part, state }) => ENGINES.includes(part) || state !== 'ok') ?? [];
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{texts.engines.title}</Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={checks.isFetching}
          onClick={() => void checks.refetch()}
        >
          {texts.engines.again}
        </Button>
      </Group>
      {checks.isPending ? <Skeleton height={160} /> : null}
      {checks.isError ? <Failure error={checks.error} /> : null}
      <Facts
        facts={parts.map(({ part, state, detail, advice }) => [
          translateReturned(part),
          <div key={part}>
            <Status tone={PARTS[state].tone}>{PARTS[state].label}</Status>
            <Text size="sm" c="dimmed">
              {advice ?? detail}
            </Text>
          </div>,
        ])}
      />
    </Stack>
  );
}
