import type { BackupSchedule } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import type { Call } from '../../../parts/code-of-call.ts';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { usePreferences } from '../../../parts/preferences.ts';
import { useSending } from '../../../parts/sending.ts';
import { fieldOf, type Resource } from '../resource.ts';
import { ResourceSelect } from '../resource-select.tsx';
import { texts as backupTexts } from '../texts.ts';
import { useSaveSchedule } from './queries.ts';
import { texts, WEEKDAYS } from './texts.ts';
import { toLocalTime } from './timetable.ts';

interface ScheduleFormProps {
  readonly onClose: () => void;
  /** Preselected source, on the page of one server or database. */
  readonly of?: Resource | undefined;
  /** Schedule to edit; if omitted, a new one is created. */
  readonly schedule?: BackupSchedule | undefined;
}

type Fields = {
  of: Resource | null;
  frequency: BackupSchedule['frequency'];
  weekday: BackupSchedule['weekday'];
  time: string;
  keep: number | string;
  verify: boolean;
};

const USUAL_KEEP = 7;

/** Creates or edits a schedule; mounted only while open. */
export function ScheduleForm({ onClose, of, schedule }: ScheduleFormProps) {
  const { timeZone } = usePreferences();
  const form = useForm<Fields>({
    initialValues: {
      of: schedule?.resource ?? of ?? null,
      frequency: schedule?.frequency ?? 'daily',
      weekday: schedule?.weekday ?? null,
      time: schedule?.time ?? '',
      keep: schedule?.keep ?? USUAL_KEEP,
      verify: schedule?.verify_monthly ?? false,
    },
  });
  const save = useSaveSchedule(schedule?.id);
  const { problem, send } = useSending(form, save);
  const { frequency, time, of: chosen } = form.values;
  const local = toLocalTime(time, timeZone, new Date());

  const readTimetable = () => {
    const { weekday, keep, ...rest } = form.getValues();
    return {
      frequency: rest.frequency,
      ...(rest.frequency === 'weekly' && { weekday }),
      time: rest.time.trim() || null,
      ...(keep !== '' && { keep: Number(keep) }),
      ...((rest.verify || schedule) && { verify_monthly: rest.verify }),
    };
  };
  const readInput = () => ({ ...(!schedule && chosen && fieldOf(chosen)), ...readTimetable() });
  const makeCall = (): Call =>
    schedule
      ? { operation: 'backups.schedules.update', input: { id: schedule.id, ...readInput() } }
      : { operation: 'backups.schedules.create', input: readInput() };

  return (
    <Modal opened onClose={onClose} title={schedule ? texts.editTitle : texts.createTitle}>
      <form onSubmit={form.onSubmit(() => send(readInput(), onClose))}>
        <Stack gap="md">
          {!of && !schedule && (
            <ResourceSelect label={backupTexts.ofLabel} required data-autofocus {...form.getInputProps('of')} />
          )}
          <div>
            <Text size="sm" fw={500} mb={4} id="schedule-frequency">
              {texts.frequency}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="schedule-frequency"
              data={[
                { value: 'daily', label: texts.daily },
                { value: 'weekly', label: texts.weekly },
              ]}
              {...form.getInputProps('frequency')}
            />
          </div>
          {frequency === 'weekly' && (
            <Select
              label={texts.weekday}
              placeholder={texts.anyDay}
              clearable
              data={Object.entries(WEEKDAYS).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('weekday')}
            />
          )}
          <Group grow align="flex-start">
            <TextInput
              label={texts.time}
              description={local ? texts.timeHint(local) : texts.anyTime}
              placeholder="03:30"
              maxLength={5}
              {...form.getInputProps('time')}
            />
            <NumberInput
              label={texts.keepLabel}
              description={texts.keepHint}
              min={1}
              max={365}
              allowDecimal={false}
              {...form.getInputProps('keep')}
            />
          </Group>
          <Checkbox
            label={texts.verify}
            description={texts.verifyHint}
            {...form.getInputProps('verify', { type: 'checkbox' })}
          />
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <Group justify="space-between">
            <CodeCorner call={makeCall} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={save.isPending}>
                {schedule ? texts.save : texts.create}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
