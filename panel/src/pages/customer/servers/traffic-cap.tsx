import type { Subscription } from '@hostler/sdk';
import { NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { decimalsOf } from '../../../parts/numbers.ts';
import { useSending } from '../../../parts/sending.ts';
import { useSetTrafficCap } from '../../../resources/billing/queries.ts';
import { trafficTexts as texts } from '../../../resources/servers/traffic-texts.ts';

/** Sets the most that billed traffic of a month may cost. An empty field is the price of a month. */
export function TrafficCap({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { id, currency } = subscription;
  const unit = 10 ** decimalsOf(currency);
  const form = useForm<{ traffic_cap: string | number }>({
    initialValues: { traffic_cap: subscription.traffic_cap === null ? '' : subscription.traffic_cap / unit },
  });
  const save = useSetTrafficCap();
  const { problem, send } = useSending(form, save);
  const { traffic_cap: value } = form.values;
  const input = { id, traffic_cap: value === '' ? null : Math.round(Number(value) * unit) };
  return (
    <Modal opened onClose={onClose} title={texts.changeCap}>
      <form onSubmit={form.onSubmit(() => send(input, onClose))}>
        <Stack>
          <Text>{texts.capHint}</Text>
          <NumberInput
            label={texts.capLabel(currency)}
            min={0}
            decimalScale={decimalsOf(currency)}
            hideControls
            data-autofocus
            {...form.getInputProps('traffic_cap')}
          />
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <FormEnd
            call={() => ({ operation: 'subscriptions.trafficCap', input })}
            action={texts.save}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
