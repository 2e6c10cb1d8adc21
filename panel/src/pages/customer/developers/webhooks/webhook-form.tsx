import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { CodeCorner } from '#parts/code-corner.tsx';
import type { Call } from '#parts/code-of-call.ts';
import { Failure } from '#parts/failure.tsx';
import { showFormErrors } from '#parts/form-errors.ts';
import { EventChoice } from './event-choice.tsx';
import { texts } from './texts.ts';

export interface WebhookFields extends Record<string, unknown> {
  url: string;
  description: string;
  events: string[];
}

interface WebhookFormProps {
  readonly initial: WebhookFields;
  readonly submit: string;
  readonly pending: boolean;
  readonly onCancel: () => void;
  /** Submits the form; `onError` shows errors at their fields. */
  readonly onSubmit: (fields: WebhookFields, onError: (error: unknown) => void) => void;
  readonly call: (fields: WebhookFields) => Call;
}

/** Form to create or edit a webhook. */
export function WebhookForm({ initial, submit, pending, onCancel, onSubmit, call }: WebhookFormProps) {
  const [problem, setProblem] = useState<unknown>(null);
  const form = useForm<WebhookFields>({
    initialValues: initial,
    validate: { events: (events) => (events.length === 0 ? texts.noEvents : null) },
  });
  const send = (fields: WebhookFields) => {
    setProblem(null);
    onSubmit(fields, (error) => setProblem(showFormErrors(form, error)));
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.url}
          description={texts.urlHint}
          placeholder="https://example.com/hooks"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={texts.description}
          placeholder={t`Our helpdesk`}
          maxLength={200}
          {...form.getInputProps('description')}
        />
        <Input.Wrapper
          label={texts.events}
          labelElement="div"
          error={form.errors.events}
          inputWrapperOrder={['label', 'error', 'input']}
        >
          <EventChoice chosen={form.values.events} onChange={(events) => form.setFieldValue('events', events)} />
        </Input.Wrapper>
        {problem ? <Failure error={problem} title={t`The webhook was not saved`} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => call(form.getValues())} />
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={pending}>
              {submit}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Converts the form to API input; an empty description becomes null. */
export function toInput({ url, description, events }: WebhookFields) {
  return { url, description: description.trim() === '' ? null : description, events };
}
