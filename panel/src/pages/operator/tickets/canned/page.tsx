import { t } from '@lingui/core/macro';
import { Anchor, Button, Menu, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconEdit, IconTextPlus, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { DataTable } from '#parts/data-table/data-table.tsx';
import { Modal } from '#parts/dialog.tsx';
import { EmptyState } from '#parts/empty-state.tsx';
import { Failure } from '#parts/failure.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { useSending } from '#parts/sending.ts';
import { type CannedReply, useCannedReplies, useRemoveCanned, useSaveCanned } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/tickets/canned-replies');

type Doing = { what: 'add' } | { what: 'edit' | 'remove'; reply: CannedReply } | null;

export function CannedRepliesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const replies = useCannedReplies(search);
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  return (
    <>
      <Anchor component={Link} to="/operator/tickets" size="sm">
        {texts.title}
      </Anchor>
      <PageTitle title={texts.canned} count={replies.data?.meta.total ?? null} description={texts.cannedText}>
        <Button onClick={() => setDoing({ what: 'add' })}>{texts.newCanned}</Button>
      </PageTitle>
      <Filters>
        <SearchField
          label={texts.searchCanned}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <DataTable
        label={texts.canned}
        query={replies}
        rows={replies.data?.data}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        onOpen={(reply) => setDoing({ what: 'edit', reply })}
        columns={[
          { key: 'title', title: texts.cannedTitle, width: '30%', render: ({ title }) => title },
          { key: 'message', title: texts.cannedMessage, card: 'line', render: ({ message }) => message },
          {
            key: 'updated',
            title: texts.changed,
            width: 150,
            align: 'end',
            from: 'md',
            card: 'none',
            render: ({ updated_at }) => <Moment at={updated_at} />,
          },
        ]}
        rowMenu={(reply) => (
          <>
            <Menu.Item leftSection={<IconEdit size={16} />} onClick={() => setDoing({ what: 'edit', reply })}>
              {texts.editCanned}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => setDoing({ what: 'remove', reply })}
            >
              {texts.remove}
            </Menu.Item>
          </>
        )}
        pager={{ meta: replies.data?.meta, onPage: (page) => change({ page }) }}
        empty={<EmptyState icon={IconTextPlus} text={texts.noCannedYet} />}
        noMatch={isFiltered(search) && texts.noCannedMatch}
      />
      {doing?.what === 'add' && <CannedForm onClose={stop} />}
      {doing?.what === 'edit' && <CannedForm reply={doing.reply} onClose={stop} />}
      {doing?.what === 'remove' && <RemoveCanned reply={doing.reply} onClose={stop} />}
    </>
  );
}

function CannedForm({ reply, onClose }: { reply?: CannedReply; onClose: () => void }) {
  const form = useForm({ initialValues: { title: reply?.title ?? '', message: reply?.message ?? '' } });
  const save = useSaveCanned();
  const { problem, send } = useSending(form, save);
  const target = reply ? { path: '/canned-replies/update', query: { id: reply.id } } : { path: '/canned-replies' };
  return (
    <Modal opened onClose={onClose} title={reply ? texts.editCanned : texts.newCanned} size="lg">
      <form onSubmit={form.onSubmit((values) => send({ id: reply?.id, ...values }, onClose))}>
        <Stack>
          <TextInput
            label={texts.cannedTitle}
            maxLength={100}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('title')}
          />
          <Textarea
            label={texts.cannedMessage}
            maxLength={20_000}
            autosize
            minRows={6}
            maxRows={18}
            required
            withAsterisk={false}
            {...form.getInputProps('message')}
          />
          {problem ? <Failure error={problem} title={t`The canned reply was not saved`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', ...target, body: form.values })}
            action={reply ? texts.save : texts.create}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function RemoveCanned({ reply: { id, title }, onClose }: { reply: CannedReply; onClose: () => void }) {
  const remove = useRemoveCanned();
  return (
    <Confirm
      opened
      title={`${texts.remove} ${title}?`}
      text={texts.removeText}
      action={texts.remove}
      destructive
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
    />
  );
}
