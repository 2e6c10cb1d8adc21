import { t } from '@lingui/core/macro';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useHotkeys, useSessionStorage } from '@mantine/hooks';
import { useRef } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { MarkdownField } from '../../../parts/markdown/markdown-field.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { useReply } from './queries.ts';
import { texts } from './texts.ts';

const LONGEST = 20_000;

/** Keeps the typed reply until it is sent, also after a reload or navigation. */
export function ReplyForm({ ticketId }: { ticketId: number }) {
  const key = `hostler.reply.${ticketId}`;
  const [draft, setDraft, removeDraft] = useSessionStorage({ key, defaultValue: '' });
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useReply(ticketId, (sent) => {
    // Text typed since then is a new reply. Use the stored draft, because the form may be unmounted.
    if (sessionStorage.getItem(key) === JSON.stringify(sent)) removeDraft();
  });
  const problem = reply.error ? readFailure(reply.error) : null;
  const atField = problem?.details.find(({ field: name }) => name === 'message')?.message;

  function send(): void {
    if (draft.trim() === '' || reply.isPending) return;
    reply.mutate(draft, { onError: () => field.current?.focus() });
  }
  useHotkeys([['mod+Enter', send]], []);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="sm">
        <MarkdownField text={draft} hasError={atField !== undefined}>
          <Textarea
            ref={field}
            label={texts.reply}
            value={draft}
            maxLength={LONGEST}
            autosize
            minRows={4}
            maxRows={16}
            error={atField}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
        </MarkdownField>
        {reply.error && !atField ? <Failure error={reply.error} title={t`The reply was not sent`} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={reply.isPending} disabled={draft.trim() === ''}>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
