import { Button, Group } from '@mantine/core';
import { CodeCorner } from './code-corner.tsx';
import type { Call } from './code-of-call.ts';

interface FormEndProps {
  /** Returns the API call that the form sends. */
  readonly call: () => Call;
  /** Button label, a verb. */
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Footer of a form in a dialog or drawer: code, cancel and submit. */
export function FormEnd({ call, action, pending, onCancel }: FormEndProps) {
  return (
    <Group justify="space-between">
      <CodeCorner call={call} />
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          {action}
        </Button>
      </Group>
    </Group>
  );
}
