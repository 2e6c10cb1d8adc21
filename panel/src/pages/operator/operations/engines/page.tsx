import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconBulb, IconHeartbeat, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { translateReturned as translate } from '#locales/returned.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Facts } from '#parts/facts.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { OperationsSections } from '../sections.tsx';
import { type EnginePart, useEngines } from './queries.ts';
import { STATES, texts } from './texts.ts';

const ORDER: Record<EnginePart['state'], number> = { 'not reached': 0, attention: 1, ok: 2 };

export function EnginesPage() {
  const engines = useEngines();
  const [opened, setOpened] = useState<EnginePart | null>(null);
  const rows = engines.data?.data.toSorted((a, b) => ORDER[a.state] - ORDER[b.state]);
  return (
    <>
      <PageTitle title={texts.title} description={texts.description}>
        <OperatorCode call={() => ({ path: '/engines' })} />
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={engines.isFetching}
          onClick={() => void engines.refetch()}
        >
          {texts.check}
        </Button>
      </PageTitle>
      <OperationsSections />
      <DataTable
        label={texts.title}
        query={engines}
        rows={rows}
        rowKey={({ part }) => part}
        rowName={({ part }) => translate(part)}
        onOpen={setOpened}
        columns={[
          { key: 'part', title: texts.part, width: 170, render: ({ part }) => translate(part) },
          {
            key: 'state',
            title: texts.state,
            width: 160,
            card: 'beside',
            render: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].label}</Status>,
          },
          { key: 'detail', title: texts.detail, card: 'line', render: ({ advice, detail }) => advice ?? detail },
          {
            key: 'version',
            title: texts.version,
            width: 110,
            from: 'lg',
            card: 'none',
            render: (row) => row.version,
          },
          {
            key: 'latency',
            title: texts.latency,
            width: 90,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ latency_ms }) => (latency_ms === null ? null : texts.ms(latency_ms)),
          },
          { key: 'calls', title: texts.lastHour, width: 160, from: 'lg', card: 'none', render: describeCalls },
        ]}
        empty={<EmptyState icon={IconHeartbeat} text={texts.empty} />}
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? translate(opened.part) : texts.title}
      >
        {opened && <PartDetail part={opened} />}
      </Drawer>
    </>
  );
}

function PartDetail({ part }: { part: EnginePart }) {
  const { state, advice, gaps = [], latency_ms, mean_ms_last_hour } = part;
  return (
    <Stack gap="lg">
      {advice && (
        <Alert
          color={state === 'not reached' ? 'red' : 'yellow'}
          variant="light"
          icon={<IconBulb size={18} />}
          title={texts.fix}
        >
          {advice}
        </Alert>
      )}
      <Facts
        facts={[
          [
            texts.state,
            <Status key="state" tone={STATES[state].tone}>
              {STATES[state].label}
            </Status>,
          ],
          [texts.version, part.version],
          [texts.detail, part.detail],
          [texts.latency, latency_ms === null ? null : texts.ms(latency_ms)],
          [texts.lastHour, describeCalls(part)],
          [texts.mean, mean_ms_last_hour === null ? null : texts.ms(mean_ms_last_hour)],
        ]}
      />
      {gaps.map((gap) => (
        <div key={gap}>
          <Text fw={600}>{texts.gap}</Text>
          <Text c="dimmed">{gap}</Text>
        </div>
      ))}
    </Stack>
  );
}

function describeCalls({ calls_last_hour: calls, errors_last_hour: errors }: EnginePart): string | null {
  return calls === null ? null : texts.calls(calls, errors ?? 0);
}
