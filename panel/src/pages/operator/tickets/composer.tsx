import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Failure } from '#parts/failure.tsx';
import { MarkdownField } from '#parts/markdown/markdown-field.tsx';
import { CannedSelect } from './canned-select.tsx';
import classes from './composer.module.css';
import type { Draft } from './draft.ts';
import { markWriting, useAddNote, useReply, useWatch } from './queries.ts';
import { texts } from './texts.ts';

export type Mode = 'reply' | 'note';

interface ComposerProps {
  readonly id: number;
  /** Closed tickets take notes only. */
  readonly closed: boolean;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly reply: Draft;
  readonly note: Draft;
  /** Newest message that the person has seen when they began to write. */
  readonly lastRead: number | undefined;
  /** True if there is a newer one. */
  readonly isChanged: boolean;
  readonly onRead: (messageId?: number) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

const LONGEST = 20_000;
/** The server counts a person as writing for 15 seconds. */
const MARK_EVERY_MS = 5_000;

/** Writes a reply to the customer or an internal note. Drafts stay in the tab. */
export function Composer(props: ComposerProps) {
  const { id, closed, mode, onMode, reply, note, lastRead, isChanged, onRead, field } = props;
  const draft = mode === 'note' ? note : reply;
  const send = useReply(id, (written, sent) => {
    reply.clear(sent.message);
    onRead(written.id);
  });
  const add = useAddNote(id, (added) => {
    draft.clear(added);
    if (!closed) onMode('reply');
  });
  const mark = useThrottledCallback(() => void markWriting(id).catch(() => undefined), MARK_EVERY_MS);
  const isEmpty = draft.text.trim() === '';
  const input = { message: reply.text, last_message_id: lastRead };

  function change(text: string): void {
    draft.set(text);
    if (text.trim() !== '') mark();
  }

  function insert(message: string): void {
    const at = field.current?.selectionEnd ?? draft.text.length;
    const before = draft.text.slice(0, at);
    change(`${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${message}${draft.text.slice(at)}`);
    field.current?.focus();
  }

  function submit(): void {
    if (isEmpty) return;
    if (mode === 'note') add.mutate(note.text);
    else if (!send.isPending) send.mutate(input, { onError: () => field.current?.focus() });
  }

  return (
    <form
      className={classes.composer}
      data-mode={mode}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Writers id={id} />
        {isChanged && mode === 'reply' && (
          <Alert color="amber" icon={<IconAlertTriangle size={18} />} title={texts.changedTitle}>
            <Text size="sm">{texts.changedText}</Text>
            <Button size="xs" variant="default" mt="xs" onClick={() => onRead()}>
              {texts.read}
            </Button>
          </Alert>
        )}
        <MarkdownField text={draft.text}>
          <Textarea
            ref={field}
            label={mode === 'note' ? texts.note : texts.reply}
            description={mode === 'note' ? texts.noteHint : undefined}
            value={draft.text}
            maxLength={LONGEST}
            autosize
            minRows={4}
            maxRows={16}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
        </MarkdownField>
        {send.error && mode === 'reply' ? <Failure error={send.error} title={texts.notSent} /> : null}
        {add.error ? <Failure error={add.error} title={texts.notAdded} /> : null}
        <div className={classes.end}>
          {mode === 'reply' && (
            <>
              <OperatorCode call={() => ({ method: 'POST', path: '/tickets/reply', query: { id }, body: input })} />
              <div className={classes.canned}>
                <CannedSelect onInsert={insert} />
              </div>
            </>
          )}
          <div className={classes.buttons}>
            {mode === 'note' && !closed && (
              <Button variant="default" onClick={() => onMode('reply')}>
                {texts.toReply}
              </Button>
            )}
            <Button
              variant={mode === 'note' ? 'filled' : 'default'}
              loading={add.isPending}
              disabled={mode === 'note' && isEmpty}
              onClick={() => (isEmpty ? onMode('note') : add.mutate(draft.text))}
            >
              {texts.addNote}
            </Button>
            {mode === 'reply' && (
              <Button type="submit" loading={send.isPending} disabled={isEmpty}>
                {texts.send}
              </Button>
            )}
          </div>
        </div>
      </Stack>
      <Text size="xs" c="dimmed" className={classes.keys}>
        {texts.keys}
      </Text>
    </form>
  );
}

function Writers({ id }: { id: number }) {
  const { data } = useWatch(id);
  const names = data?.writing.map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  return (
    <Alert color="amber" role="status" icon={<IconPencil size={18} />}>
      {texts.isWriting(names)}
    </Alert>
  );
}
