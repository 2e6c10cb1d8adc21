import { ActionIcon, Button, NumberInput, Select, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordFields } from '../../../resources/domains/queries.ts';
import { RECORD_TYPES, type RecordType, type Row, type RowProblems, USUAL_TTL } from './draft.ts';
import classes from './records.module.css';
import { EXAMPLES, texts } from './texts.ts';
import type { RecordDraft } from './use-record-draft.ts';

interface RecordFormProps {
  readonly row: Row;
  readonly problems: RowProblems | undefined;
  readonly draft: RecordDraft;
}

/** Edits a record; shows the API errors at its fields. */
export function RecordForm({ row, problems = {}, draft }: RecordFormProps) {
  const { fields, state } = row;
  const change = (part: Partial<RecordFields>) => draft.change(row, { ...fields, ...part });
  const isNew = state === 'added';
  // The field may be empty while typing; left empty, the default TTL is used.
  const [isTtlEmpty, setTtlEmpty] = useState(false);
  return (
    <tr className={classes.row} data-state={state} data-open>
      <td>
        <TextInput
          aria-label={texts.name}
          placeholder="@"
          autoFocus={isNew}
          maxLength={255}
          spellCheck={false}
          autoCapitalize="off"
          value={fields.name}
          error={problems.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </td>
      <td>
        <Select
          aria-label={texts.type}
          data={[...RECORD_TYPES]}
          allowDeselect={false}
          value={fields.type}
          error={problems.type}
          onChange={(type) => type && change({ type: type as RecordType })}
        />
      </td>
      <td>
        <TextInput
          aria-label={texts.content}
          placeholder={EXAMPLES[fields.type]}
          classNames={{ input: classes.mono }}
          maxLength={8192}
          spellCheck={false}
          autoCapitalize="off"
          value={fields.content}
          error={problems.content}
          onChange={({ currentTarget }) => change({ content: currentTarget.value })}
        />
      </td>
      <td>
        <NumberInput
          aria-label={texts.ttl}
          title={texts.ttlHint}
          hideControls
          allowNegative={false}
          allowDecimal={false}
          value={isTtlEmpty ? '' : fields.ttl}
          error={problems.ttl}
          onChange={(ttl) => {
            setTtlEmpty(ttl === '');
            change({ ttl: typeof ttl === 'number' ? ttl : USUAL_TTL });
          }}
          onBlur={() => setTtlEmpty(false)}
        />
      </td>
      <td className={classes.end}>
        {state !== 'added' && (
          <Button variant="subtle" size="compact-sm" onClick={() => draft.undo(row)}>
            {state === 'same' ? texts.cancel : texts.undo}
          </Button>
        )}
        <Tooltip label={texts.removeRecord}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${texts.removeRecord} ${fields.name} ${fields.type}`}
            onClick={() => draft.remove(row)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}
