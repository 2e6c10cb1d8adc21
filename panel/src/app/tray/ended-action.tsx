import type { Action } from '@hostler/sdk';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Copyable } from '../../parts/copyable.tsx';
import type { Place } from '../../session/place.ts';
import { addressOf, useNameIn } from './records.ts';
import { describeAction, texts } from './texts.ts';

interface EndedActionProps {
  readonly action: Action;
  readonly place: Place;
  readonly requestId: string | null;
}

/** How it ended: quietly where it went well; with the reason, what to name to support and a way there where it did not. */
export function EndedAction({ action, place, requestId }: EndedActionProps) {
  const name = useNameIn(place, action.resource);
  return (
    <>
      <Text>
        {describeAction(action)} <b>{name}</b>
      </Text>
      {action.error && <Text size="sm">{action.error.message}</Text>}
      {action.error && requestId && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.request}
          </Text>
          <Text size="xs">
            <Copyable value={requestId} what="request id" />
          </Text>
        </Group>
      )}
      <Group gap="md" mt={4}>
        <Anchor component={Link} to={addressOf(action.resource)} size="sm">
          {texts.view}
        </Anchor>
        {action.error && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/tickets" search={{ new: true, ...texts.facts(action, name, requestId) }} {...props} />
            )}
          >
            {texts.writeToSupport}
          </Anchor>
        )}
      </Group>
    </>
  );
}
