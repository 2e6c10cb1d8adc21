import type { Database } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Bytes } from '../../../parts/bytes.tsx';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { Drawer } from '../../../parts/dialog.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { writeConnectLine } from './connect-line.ts';
import { DatabaseStatus } from './database-status.tsx';
import { ENGINES, texts } from './texts.ts';

interface DatabaseDrawerProps {
  readonly database: Database | null;
  readonly onClose: () => void;
  readonly onBackUp: (database: Database) => void;
  readonly onReset: (database: Database) => void;
}

/** Shows the connection details without the password. */
export function DatabaseDrawer({ database, onClose, ...actions }: DatabaseDrawerProps) {
  return (
    <Drawer opened={database !== null} onClose={onClose} title={database?.name} size="lg">
      {database && <Details database={database} {...actions} />}
    </Drawer>
  );
}

interface DetailsProps extends Omit<DatabaseDrawerProps, 'onClose'> {
  readonly database: Database;
}

function Details({ database, onBackUp, onReset }: DetailsProps) {
  const may = useMay();
  const { engine, version, host, port, username, size_bytes, access, created_at, id, status } = database;
  return (
    <Stack gap="md">
      {access !== 'full' && (
        <Alert color="amber" variant="light">
          {access === 'closed' ? texts.closed : texts.readOnly}
        </Alert>
      )}
      {status === 'error' && (
        <Alert color="red" variant="light">
          {texts.failed}
        </Alert>
      )}
      <Facts
        facts={[
          [texts.status, <DatabaseStatus key="status" {...database} />],
          [texts.engine, `${ENGINES[engine]} ${version ?? ''}`],
          [texts.host, <Copyable key="host" value={host} what={t`host`} />],
          [texts.port, <Copyable key="port" value={String(port)} what={t`port`} />],
          [texts.user, <Copyable key="user" value={username} what={t`user`} />],
          [texts.size, <Bytes key="size" value={size_bytes} />],
          [texts.made, <Moment key="made" at={created_at} />],
          [texts.id, <Copyable key="id" value={String(id)} what={t`id`} />],
        ]}
      />
      <div>
        <Text size="sm" fw={500}>
          {texts.connect}
        </Text>
        <Text size="xs" c="dimmed" mb={6}>
          {texts.connectHint}
        </Text>
        <CodeBlock code={writeConnectLine(database)} what={t`command`} />
      </div>
      {status === 'active' && (
        <Group gap="xs">
          {may('backups.write') && (
            <Button variant="default" onClick={() => onBackUp(database)}>
              {texts.backUp}
            </Button>
          )}
          {may('databases.write') && (
            <Button variant="default" onClick={() => onReset(database)}>
              {texts.reset}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
