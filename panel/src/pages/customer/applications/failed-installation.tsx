import type { Application, CatalogEntry } from '@hostler/sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { texts } from '../../../resources/applications/texts.ts';
import { useServerName } from '../../../resources/servers/queries.ts';
import { useMay } from '../../../session/place-context.tsx';

interface FailedInstallationProps {
  readonly application: Application;
  readonly entry: CatalogEntry | undefined;
}

/** Shows the failed step, the reason and the next steps. */
export function FailedInstallation({ application, entry }: FailedInstallationProps) {
  const { slug, name, hosting_id, error, installed_at } = application;
  // The application was installed: its removal failed, or the server was restored to an earlier state.
  const wasInstalled = installed_at !== null;
  const may = useMay();
  const { data: server } = useServerName(hosting_id, may('hosting.read'));
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={wasInstalled ? texts.broken : texts.failed}
    >
      {error && <Text mb="xs">{error}</Text>}
      <Text>{wasInstalled ? texts.brokenText : texts.failedText}</Text>
      <Group mt="sm" gap="xs">
        {entry && !wasInstalled && may('applications.write') && (
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/applications/catalog/$slug"
                params={{ slug }}
                search={{ install: true, server: hosting_id }}
              />
            )}
          >
            {texts.again}
          </Button>
        )}
        {may('tickets.write') && (
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/tickets"
                search={{
                  new: true,
                  subject: texts.supportSubject(name, server?.hostname ?? `#${hosting_id}`),
                  message: texts.supportMessage(application),
                }}
              />
            )}
          >
            {texts.write}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
