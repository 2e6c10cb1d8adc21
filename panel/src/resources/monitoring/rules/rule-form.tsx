import type { Hosting, MonitoringRule } from '@hostler/sdk';
import { Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { callOfRule, type RuleInput, useSaveRule } from './queries.ts';
import { METRIC_NAMES, texts, UNITS, USUAL } from './texts.ts';

interface RuleFormProps {
  /** Rule to edit, or server of a new rule. */
  readonly of: { readonly rule: MonitoringRule } | { readonly server: Hosting };
  readonly onClose: () => void;
}

type Metric = MonitoringRule['metric'];
type Fields = { metric: Metric; threshold: number | string; minutes: number | string };

/** Mounted only while open. */
export function RuleForm({ of, onClose }: RuleFormProps) {
  const rule = 'rule' in of ? of.rule : { metric: 'network' as const, ...USUAL.network };
  const form = useForm<Fields>({
    initialValues: { metric: rule.metric, threshold: rule.threshold ?? '', minutes: rule.minutes },
  });
  const target = 'rule' in of ? { id: of.rule.id } : { hosting_id: of.server.id };
  const save = useSaveRule(target);
  const { problem, send } = useSending(form, save);
  const { metric } = form.values;
  const unit = UNITS[metric];
  const title = 'rule' in of ? texts.editTitle(METRIC_NAMES[metric]) : texts.addTo(of.server.hostname);

  function inputOf({ threshold, minutes }: Fields): RuleInput {
    return { metric, threshold: unit === null ? null : Number(threshold), minutes: Number(minutes) };
  }

  function choose(next: Metric): void {
    form.setValues({ metric: next, threshold: USUAL[next].threshold ?? '', minutes: USUAL[next].minutes });
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={form.onSubmit((fields) => send(inputOf(fields), onClose))}>
        <Stack gap="md">
          {'server' in of && (
            <Select
              label={texts.metricLabel}
              data={Object.entries(METRIC_NAMES).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              data-autofocus
              value={metric}
              onChange={(next) => choose(next as Metric)}
            />
          )}
          <Group grow align="flex-start">
            {unit !== null && (
              <NumberInput
                label={texts.threshold}
                description={metric === 'network' ? texts.thresholdHint.network : texts.thresholdHint.percent}
                suffix={` ${unit}`}
                min={0.1}
                max={metric === 'network' ? 1_000_000 : 100}
                decimalScale={1}
                required
                withAsterisk={false}
                data-autofocus
                {...form.getInputProps('threshold')}
              />
            )}
            <NumberInput
              label={texts.minutes}
              description={texts.minutesRange}
              min={1}
              max={1_440}
              allowDecimal={false}
              required
              withAsterisk={false}
              {...form.getInputProps('minutes')}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {unit === null ? texts.minutesHintDown : texts.minutesHint}
          </Text>
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <FormEnd
            call={() => callOfRule(target, inputOf(form.values))}
            action={'rule' in of ? texts.save : texts.add}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
