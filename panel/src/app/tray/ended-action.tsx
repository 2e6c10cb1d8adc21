import type { Action } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { Link, type NavigateOptions } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Copyable } from '../../parts/copyable.tsx';
import type { Place } from '../../session/place.ts';
import { ActionSentence } from './action-sentence.tsx';
import { addressOf, useNameIn } from './records.ts';
import { texts } from './texts.ts';

interface EndedActionProps {
  readonly action: Action;
  readonly place: Place;
  readonly requestId: string | null;
  /**
   * Opens the record in its own account if that is not the current one; otherwise returns false and the link is
   * followed.
   */
  readonly openElsewhere: (to: NavigateOptions) => boolean;
}

/** Shows the result of an action. A failure includes the reason, the request id and a link to support. */
export function EndedAction({ action, place, requestId, openElsewhere }: EndedActionProps) {
  const name = useNameIn(place, action.resource);
  const address = addressOf(action.resource);
  const support = { to: '/tickets', search: { new: true, ...texts.facts(action, name, requestId) } } as const;
  const open = (event: MouseEvent, to: NavigateOptions) => {
    // Let the browser open a new tab if a modifier key is pressed.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (isPlain && openElsewhere(to)) event.preventDefault();
  };
  return (
    <>
      <Text>
        <ActionSentence action={action} name={name} />
      </Text>
      {action.error && <Text size="sm">{action.error.message}</Text>}
      {action.error && requestId && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.request}
          </Text>
          <Text size="xs">
            <Copyable value={requestId} what={t`request ID`} />
          </Text>
        </Group>
      )}
      <Group gap="md" mt={4}>
        <Anchor
          component={Link}
          to={address}
          size="sm"
          onClick={(event: MouseEvent) => open(event, { to: address } as NavigateOptions)}
        >
          {texts.view}
        </Anchor>
        {action.error && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...support} {...props} onClick={(event) => open(event, support)} />}
          >
            {texts.writeToSupport}
          </Anchor>
        )}
      </Group>
    </>
  );
}
