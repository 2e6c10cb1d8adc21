import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { type OperatorCall, OperatorCode } from './operator-code.tsx';

interface OperatorFormEndProps {
  /** Returns the request that the form sends. Without it, no code is shown. */
  readonly call?: () => OperatorCall;
  /** Button label, a verb. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Footer of a form in a dialog or drawer of the console: code, cancel and submit. */
export function OperatorFormEnd({ call, action, destructive, pending, onCancel }: OperatorFormEndProps) {
  return (
    <Group justify={call ? 'space-between' : 'flex-end'}>
      {call && <OperatorCode call={call} />}
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" color={destructive ? 'red' : undefined} loading={pending}>
          {action}
        </Button>
      </Group>
    </Group>
  );
}
