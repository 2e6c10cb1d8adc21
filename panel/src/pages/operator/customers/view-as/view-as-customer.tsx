import { t } from '@lingui/core/macro';
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import type { AccountView } from '#operator/generated/types.gen.ts';
import { OWNERS, useHasRole } from '#operator/me.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { enterView } from '#session/account-view.ts';
import { texts } from './texts.ts';

interface Viewed {
  readonly accountId: number;
  readonly name: string;
}

/** Button that opens the panel of a customer, after the staff member has typed why. */
export function ViewAsCustomer(viewed: Viewed) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} />} onClick={open}>
        {texts.open}
      </Button>
      <Modal opened={opened} onClose={close} title={texts.title(viewed.name)}>
        {opened && <ViewForm {...viewed} onClose={close} />}
      </Modal>
    </>
  );
}

interface BeginRequest {
  readonly reason: string;
  readonly disclose_at?: string;
  readonly delay_reason?: string;
}

function ViewForm({ accountId, onClose }: Viewed & { readonly onClose: () => void }) {
  const isOwner = useHasRole()(OWNERS);
  const form = useForm({ initialValues: { reason: '', delayed: false, disclose_at: '', delay_reason: '' } });
  const begin = useOperatorMutation(
    (body: BeginRequest) => operatorApi.post<AccountView>('/accounts/view', body, { query: { id: accountId } }),
    { touches: ['audit'], onError: () => undefined },
  );
  const { problem, send } = useSending(form, begin);
  const toBody = ({ reason, delayed, disclose_at, delay_reason }: typeof form.values): BeginRequest =>
    delayed
      ? { reason: reason.trim(), disclose_at: `${disclose_at}T00:00:00Z`, delay_reason }
      : { reason: reason.trim() };
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        send(toBody(values), ({ id, account_id, account_name }) =>
          enterView({ id, accountId: account_id, accountName: account_name }),
        ),
      )}
    >
      <Stack>
        <Text size="sm">{texts.about}</Text>
        <TextInput
          label={texts.reason}
          placeholder={texts.reasonExample}
          required
          withAsterisk={false}
          minLength={3}
          maxLength={200}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        {isOwner && <Checkbox label={texts.delay} {...form.getInputProps('delayed', { type: 'checkbox' })} />}
        {form.values.delayed && (
          <>
            <TextInput
              type="date"
              label={texts.discloseOn}
              required
              withAsterisk={false}
              {...form.getInputProps('disclose_at')}
            />
            <TextInput
              label={texts.delayReason}
              description={texts.delayReasonHint}
              required
              withAsterisk={false}
              autoComplete="off"
              {...form.getInputProps('delay_reason')}
            />
          </>
        )}
        {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
        <OperatorFormEnd
          call={() => ({
            method: 'POST',
            path: '/accounts/view',
            query: { id: accountId },
            body: { ...toBody(form.values) },
          })}
          action={texts.view}
          pending={begin.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
