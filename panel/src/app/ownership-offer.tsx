import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { usePanelMutation } from '../api/queries.ts';
import { sessionQuery } from '../session/current.ts';
import { panelApi } from '../session/panel-api.ts';
import { usePlace } from '../session/place-context.tsx';

/** Offers ownership to a member. Only the member can accept it. */
export function OwnershipOffer() {
  const { account } = usePlace();
  const client = useQueryClient();
  const accept = usePanelMutation(
    (accountId, _input: undefined) => panelApi.post('/people/accept-ownership', { account_id: accountId }),
    {
      touches: ['people', 'audit'],
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        notifications.show({ message: t`You are now an owner of ${account.name}.`, withBorder: true });
      },
    },
  );
  if (!account.ownership_offered) return null;
  return (
    <Alert color="brand" variant="light" mb="lg" title={t`You are invited to become an owner of ${account.name}`}>
      <Group justify="space-between">
        <Text>
          <Trans>An owner has full access to this account, including people and billing.</Trans>
        </Text>
        <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
          <Trans>Accept ownership</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
