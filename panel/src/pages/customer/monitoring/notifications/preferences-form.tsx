import { Button, Fieldset, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { listTimeZones } from '#parts/time-zones.ts';
import classes from './preferences-form.module.css';
import { type MonitoringPreferences, useSavePreferences } from './queries.ts';
import { texts } from './texts.ts';

type Fields = { mail: boolean; quiet_from: string; quiet_to: string; time_zone: string };

/** Converts preferences to form values. Without quiet hours, the time zone defaults to the viewer's. */
function toFields({ mail, quiet_from, quiet_to, time_zone }: MonitoringPreferences): Fields {
  const zone = quiet_from === null ? new Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone;
  return { mail, quiet_from: quiet_from ?? '', quiet_to: quiet_to ?? '', time_zone: zone };
}

export function PreferencesForm({ preferences }: { readonly preferences: MonitoringPreferences }) {
  const form = useForm<Fields>({ initialValues: toFields(preferences) });
  const save = useSavePreferences();
  const { problem, send } = useSending(form, save);
  const zones = useMemo(() => [...new Set([form.values.time_zone, ...listTimeZones()])], [form.values.time_zone]);

  function keep(saved: MonitoringPreferences): void {
    form.setValues(toFields(saved));
    notifications.show({ message: texts.saved });
  }

  function submit({ quiet_from, quiet_to, ...rest }: Fields): void {
    send({ ...rest, quiet_from: quiet_from || null, quiet_to: quiet_to || null }, keep);
  }

  return (
    <form onSubmit={form.onSubmit(submit)} className={classes.form}>
      <Stack gap="md">
        <Switch label={texts.mail} {...form.getInputProps('mail', { type: 'checkbox' })} />
        <Fieldset legend={texts.quiet} disabled={!form.values.mail} mx={0}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {texts.quietText} {texts.noQuiet}
            </Text>
            <Group grow align="flex-start">
              <TextInput type="time" label={texts.from} {...form.getInputProps('quiet_from')} />
              <TextInput type="time" label={texts.to} {...form.getInputProps('quiet_to')} />
            </Group>
            <Select
              label={texts.timeZone}
              searchable
              allowDeselect={false}
              limit={80}
              data={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              {...form.getInputProps('time_zone')}
            />
          </Stack>
        </Fieldset>
        {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
        <Group>
          <Button type="submit" loading={save.isPending} data-real>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
