import { Badge, Button, Group, Menu } from '@mantine/core';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { Moment } from '#parts/moment.tsx';
import { SectionTitle } from '#parts/section-title.tsx';
import { useEndSessions, useSessions } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.sessions;

export function Sessions() {
  const sessions = useSessions();
  const end = useEndSessions({});
  const rows = sessions.data?.data;
  return (
    <section aria-label={words.title}>
      <SectionTitle title={words.title} description={words.description}>
        {rows && rows.length > 1 && (
          <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate({ all: true })}>
            {words.endOthers}
          </Button>
        )}
      </SectionTitle>
      <DataTable
        label={words.title}
        query={sessions}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ device }) => device}
        columns={[
          {
            key: 'device',
            title: words.device,
            render: ({ device, current }) => (
              <Group gap="xs" wrap="nowrap">
                {device}
                {current && (
                  <Badge color="green" size="sm">
                    {words.current}
                  </Badge>
                )}
              </Group>
            ),
          },
          { key: 'address', title: words.address, width: 200, render: ({ address }) => address },
          {
            key: 'created',
            title: words.since,
            width: 160,
            from: 'md',
            card: 'none',
            render: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            key: 'seen',
            title: words.seen,
            width: 160,
            render: ({ last_seen_at }) => <Moment at={last_seen_at} />,
          },
        ]}
        rowMenu={({ id, current }) => (
          <Menu.Item disabled={current} onClick={() => end.mutate({ id })}>
            {words.end}
          </Menu.Item>
        )}
        empty={words.empty}
      />
    </section>
  );
}
