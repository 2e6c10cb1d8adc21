import { Button, Group } from '@mantine/core';
import { CodeCorner } from './code-corner.tsx';
import type { Call } from './code-of-call.ts';

interface FormEndProps {
  /** What sending makes of the form. */
  readonly call: () => Call;
  /** A verb. */
  readonly action: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
}

/** Below the fields of a form in a dialog or a drawer: the same as code, away, or send it. */
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
