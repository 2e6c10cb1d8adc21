import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Row } from './draft.ts';
import classes from './records.module.css';
import { texts } from './texts.ts';
import type { RecordDraft } from './use-record-draft.ts';

interface RecordRowProps {
  readonly row: Row;
  readonly draft: RecordDraft;
  readonly editable: boolean;
}

/** Shows a record and its unsaved change. */
export function RecordRow({ row, draft, editable }: RecordRowProps) {
  const { fields, state } = row;
  const name = `${fields.name} ${fields.type}`;
  return (
    <tr className={classes.row} data-state={state}>
      <td className={classes.name} title={fields.name}>
        {fields.name}
      </td>
      <td>{fields.type}</td>
      <td className={classes.content} title={fields.content}>
        {fields.content}
      </td>
      <td className={classes.ttl}>{fields.ttl}</td>
      <td className={classes.end}>
        {state !== 'same' && <span className={classes.state}>{texts.states[state]}</span>}
        {state !== 'same' && (
          <Button variant="subtle" size="compact-sm" onClick={() => draft.undo(row)}>
            {texts.undo}
          </Button>
        )}
        {editable && state !== 'removed' && (
          <>
            <Tooltip label={texts.edit}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${texts.edit} ${name}`}
                onClick={() => draft.openRow(row.key)}
              >
                <IconPencil size={16} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={texts.removeRecord}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${texts.removeRecord} ${name}`}
                onClick={() => draft.remove(row)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </td>
    </tr>
  );
}
