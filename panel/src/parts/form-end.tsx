import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { CodeCorner } from './code-corner.tsx';
import type { Call } from './code-of-call.ts';

interface FormEndProps {
  /** Returns the API call that the form sends. Without it, no code is shown. */
  readonly call?: (() => Call) | undefined;
  /** Button label, a verb. */
  readonly action: string;
  readonly destructive?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Set for panel API requests, which are executed also in the sandbox. */
  readonly real?: boolean | undefined;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Footer of a form in a dialog or drawer: code, cancel and submit. Long buttons take a second line on phones. */
export function FormEnd({ call, action, destructive, disabled = false, real, pending, onCancel }: FormEndProps) {
  return (
    <Group gap="xs">
      {call && <CodeCorner call={call} />}
      <Group gap="xs" ml="auto">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          type="submit"
          color={destructive ? 'red' : undefined}
          disabled={disabled}
          loading={pending}
          data-real={real}
        >
          {action}
        </Button>
      </Group>
    </Group>
  );
}
