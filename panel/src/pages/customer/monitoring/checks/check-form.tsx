import type { MonitoringCheck } from '@hostler/sdk';
import { Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Drawer } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { FormEnd } from '#parts/form-end.tsx';
import { useSending } from '#parts/sending.ts';
import { type CheckFields, fieldsOf, toInput } from './check-fields.ts';
import { Expectations } from './expectations.tsx';
import { callOfCheck, useSaveCheck } from './queries.ts';
import { INTERVALS, texts } from './texts.ts';

interface CheckFormProps {
  /** Check to edit; if omitted, a new one is created. */
  readonly check?: MonitoringCheck;
  readonly onClose: () => void;
}

const TYPES = Object.entries(texts.types).map(([value, label]) => ({ value, label }));

/** Creates or edits a check; mounted only while open. */
export function CheckForm({ check, onClose }: CheckFormProps) {
  const form = useForm<CheckFields>({ initialValues: fieldsOf(check) });
  const save = useSaveCheck(check?.id);
  const { problem, send } = useSending(form, save);
  const { type, interval_seconds } = form.values;
  const intervals = INTERVALS.some(({ value }) => value === interval_seconds)
    ? INTERVALS
    : [...INTERVALS, { value: interval_seconds, label: texts.minutes(Number(interval_seconds)) }];
  return (
    <Drawer opened onClose={onClose} title={check ? texts.editTitle : texts.add} size="lg">
      <form onSubmit={form.onSubmit((fields) => send(toInput(fields), onClose))} noValidate>
        <Stack gap="md">
          {!check && (
            <div>
              <Text size="sm" fw={500} mb={4} id="check-type">
                {texts.type}
              </Text>
              <SegmentedControl fullWidth aria-labelledby="check-type" data={TYPES} {...form.getInputProps('type')} />
            </div>
          )}
          <TextInput
            label={texts.target[type]}
            description={texts.targetHint[type]}
            placeholder={texts.example[type]}
            data-autofocus
            required
            withAsterisk={false}
            maxLength={2_048}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('target')}
          />
          <Group grow align="flex-start">
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <Select
              label={texts.interval}
              description={texts.intervalHint}
              data={intervals}
              allowDeselect={false}
              {...form.getInputProps('interval_seconds')}
            />
          </Group>
          {type === 'http' && <Expectations form={form} />}
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <FormEnd
            call={() => callOfCheck(check?.id, toInput(form.values))}
            action={check ? texts.save : texts.add}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}
