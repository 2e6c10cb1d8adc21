import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import type { Call } from '../../../parts/code-of-call.ts';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import type { RecordFields } from '../../../resources/domains/queries.ts';
import type { Row } from './draft.ts';
import classes from './records.module.css';
import { texts } from './texts.ts';

interface ReviewChangesProps {
  readonly opened: boolean;
  readonly changed: readonly Row[];
  /** Number of unchanged records. */
  readonly staying: number;
  readonly call: () => Call;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

/** Lists all changes before they are saved. */
export function ReviewChanges(props: ReviewChangesProps) {
  const { opened, changed, staying, call, pending, error, onClose, onSave } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.reviewTitle} size="xl">
      <Stack gap="md">
        <ul className={classes.diff}>
          {changed.map((row) => (
            <Change key={row.key} row={row} />
          ))}
        </ul>
        {staying > 0 && (
          <Text size="sm" c="dimmed">
            {texts.stay(staying)}
          </Text>
        )}
        {error ? <Failure error={error} title={texts.notSaved} /> : null}
        <Group justify="space-between">
          <CodeCorner call={call} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button data-autofocus loading={pending} onClick={onSave}>
              {texts.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function Change({ row: { state, fields, before } }: { row: Row }) {
  return (
    <>
      {(state === 'removed' || state === 'changed') && before && (
        <Line sign="−" word={texts.states.removed} fields={before} />
      )}
      {(state === 'added' || state === 'changed') && <Line sign="+" word={texts.states.added} fields={fields} />}
    </>
  );
}

function Line({ sign, word, fields }: { sign: '+' | '−'; word: string; fields: RecordFields }) {
  return (
    <li data-sign={sign}>
      <span role="img" aria-label={word}>
        {sign}
      </span>
      <code>
        {fields.name} {fields.ttl} {fields.type} {fields.content}
      </code>
    </li>
  );
}
