import type { Ticket } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Autocomplete, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { MarkdownField } from '../../../parts/markdown/markdown-field.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useCreateTicket } from './queries.ts';
import { DEPARTMENTS, PRIORITIES, texts } from './texts.ts';

interface NewTicketProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (ticket: Ticket) => void;
  /** Initial values, set by the page that links here. */
  readonly facts?: { readonly subject?: string | undefined; readonly message?: string | undefined };
}

export function NewTicket({ opened, onClose, onCreated, facts }: NewTicketProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.newTicket} size="lg" keepMounted>
      <NewTicketForm onClose={onClose} onCreated={onCreated} facts={facts ?? {}} />
    </Drawer>
  );
}

type Fields = { subject: string; message: string; department: string; priority: Ticket['priority'] };

function NewTicketForm({ onClose, onCreated, facts }: Required<Omit<NewTicketProps, 'opened'>>) {
  const form = useForm<Fields>({
    initialValues: {
      subject: facts.subject ?? '',
      message: facts.message ?? '',
      department: 'general',
      priority: 'normal',
    },
  });
  const create = useCreateTicket();
  const { problem, send } = useSending(form, create);
  const { subject, message } = facts;
  const { setValues } = form;
  // The initial values can arrive while the page is open.
  useEffect(() => {
    if (subject !== undefined) setValues({ subject });
    if (message !== undefined) setValues({ message });
  }, [subject, message, setValues]);
  return (
    <form onSubmit={form.onSubmit((values) => send(values, onCreated))} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.subject}
          maxLength={200}
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('subject')}
        />
        <MarkdownField text={form.values.message} hasError={form.errors.message !== undefined}>
          <Textarea
            label={texts.message}
            description={texts.messageHint}
            maxLength={20_000}
            autosize
            minRows={8}
            maxRows={20}
            required
            withAsterisk={false}
            {...form.getInputProps('message')}
          />
        </MarkdownField>
        <Group grow align="flex-start">
          <Autocomplete
            label={texts.department}
            data={DEPARTMENTS}
            maxLength={64}
            {...form.getInputProps('department')}
          />
          <Select
            label={texts.priority}
            data={Object.entries(PRIORITIES).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('priority')}
          />
        </Group>
        {problem ? <Failure error={problem} title={t`The ticket was not created`} /> : null}
        <FormEnd
          call={() => ({ operation: 'tickets.create', input: form.getValues() })}
          action={texts.create}
          pending={create.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
