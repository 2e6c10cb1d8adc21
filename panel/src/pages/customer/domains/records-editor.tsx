import { Alert, Button, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTellDone } from '../../../api/tell-done.ts';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { readFailure } from '../../../requests/failure.ts';
import type { RecordFields } from '../../../resources/domains/queries.ts';
import { useRecords, useReplaceRecords } from '../../../resources/domains/queries.ts';
import { useMay } from '../../../session/place-context.tsx';
import { placeProblems, toRecords } from './draft.ts';
import { ManagedRow } from './managed-row.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordRow } from './record-row.tsx';
import classes from './records.module.css';
import { RecordsSkeleton } from './records-skeleton.tsx';
import { ReviewChanges } from './review-changes.tsx';
import { texts } from './texts.ts';
import { UnsavedBar } from './unsaved-bar.tsx';
import { useRecordDraft } from './use-record-draft.ts';

/** Rows shown at first: a zone can have 2,000 records. */
const SHOWN = 100;
/** Number of records from which a search field is shown. */
const FINDABLE = 10;

/** Edits the records of a domain in a draft that is reviewed before saving. */
export function RecordsEditor({ id }: { id: number }) {
  const may = useMay();
  const tellDone = useTellDone();
  const records = useRecords(id);
  const own = useMemo(() => records.data?.records.filter(({ managed }) => !managed) ?? [], [records.data]);
  const managed = records.data?.records.filter((record) => record.managed) ?? [];
  const draft = useRecordDraft(own);
  const save = useReplaceRecords(id);
  const list = useRef<HTMLTableElement>(null);
  const [wanted, setWanted] = useState('');
  const [isLong, setLong] = useState(false);
  const [reviewing, review] = useDisclosure(false);
  const { rows, changed, problems } = draft;
  const sending = toRecords(rows);
  const mayWrite = may('domains.write');
  const isDirty = changed.length > 0;
  const found = rows.filter((row) => row.state === 'added' || matches(row.fields, wanted));
  const shown = isLong || wanted !== '' ? found : found.slice(0, SHOWN);

  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm(texts.leave),
    enableBeforeUnload: () => isDirty,
  });

  function add(): void {
    setWanted('');
    setLong(true);
    draft.add();
  }

  const findProblems = (error: unknown) => placeProblems(readFailure(error).details, sending.keys);

  function send(): void {
    save.mutate(sending.records, {
      onSuccess: () => {
        draft.discard();
        review.close();
        tellDone(texts.saved);
      },
      onError: (error) => {
        const placed = findProblems(error);
        if (placed.size === 0) return;
        review.close();
        setWanted('');
        setLong(true);
        draft.showProblems(placed);
        // The row forms are rendered in the next frame.
        requestAnimationFrame(() => {
          const first = list.current?.querySelector<HTMLElement>('[aria-invalid=true]');
          first?.focus();
          // Scroll to the centre, because the bar at the bottom would cover the error.
          first?.scrollIntoView({ block: 'center' });
        });
      },
    });
  }

  return (
    <Surface
      title={texts.records}
      description={texts.recordsText}
      actions={
        <>
          {rows.length >= FINDABLE && (
            <TextInput
              type="search"
              aria-label={texts.filter}
              placeholder={texts.filter}
              leftSection={<IconSearch size={16} />}
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          )}
          <CodeCorner
            call={() =>
              isDirty
                ? { operation: 'domains.records.replace', input: { id, records: sending.records } }
                : { operation: 'domains.records.show', input: { id } }
            }
          />
          {mayWrite && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} disabled={!records.data}>
              {texts.addRecord}
            </Button>
          )}
        </>
      }
    >
      {records.error && !records.data && (
        <Failure error={records.error} retrying={records.isFetching} onRetry={() => void records.refetch()} />
      )}
      {problems.size > 0 && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {texts.problems(problems.size)}
        </Alert>
      )}
      {records.isPending && <RecordsSkeleton />}
      {records.data && (
        <table ref={list} className={classes.records} aria-label={texts.records}>
          <Head />
          <tbody>
            {managed.map((record) => (
              <ManagedRow key={`${record.name} ${record.type} ${record.content}`} record={record} />
            ))}
            {shown.map((row) =>
              draft.isOpen(row) ? (
                <RecordForm key={row.key} row={row} problems={problems.get(row.key)} draft={draft} />
              ) : (
                <RecordRow key={row.key} row={row} draft={draft} editable={mayWrite} />
              ),
            )}
          </tbody>
        </table>
      )}
      {records.data && shown.length === 0 && (
        <Text c="dimmed" size="sm" py="md" ta="center">
          {wanted === '' ? texts.noRecords : texts.noRecordMatches}
        </Text>
      )}
      {shown.length < found.length && (
        <Button variant="subtle" mt="xs" onClick={() => setLong(true)}>
          {texts.showAll(found.length)}
        </Button>
      )}
      {isDirty && <UnsavedBar changed={changed} onDiscard={draft.discard} onReview={review.open} />}
      <ReviewChanges
        opened={reviewing}
        changed={changed}
        staying={rows.length - changed.length}
        call={() => ({ operation: 'domains.records.replace', input: { id, records: sending.records } })}
        pending={save.isPending}
        error={save.error && findProblems(save.error).size === 0 ? save.error : null}
        onClose={review.close}
        onSave={send}
      />
    </Surface>
  );
}

function Head() {
  return (
    <thead>
      <tr className={classes.head}>
        {[texts.name, texts.type, texts.content, texts.ttl].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>{texts.more}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

function matches({ name, type, content }: RecordFields, wanted: string): boolean {
  const text = `${name} ${type} ${content}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
