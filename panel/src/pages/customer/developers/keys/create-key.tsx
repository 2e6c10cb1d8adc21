import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Collapse, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { usePlace } from '#session/place-context.tsx';
import { EXPIRIES, emptyKey, type KeyFields, toInput } from './key-fields.ts';
import { KeyFieldset, KeySubmit } from './key-fieldset.tsx';
import { type NewKey, useCreateKey } from './queries.ts';
import { texts } from './texts.ts';

interface CreateKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (key: NewKey) => void;
}

export function CreateKey({ opened, onClose, onCreated }: CreateKeyProps) {
  // Kept outside the dialog: the new key must be shown even if the dialog was closed.
  const create = useCreateKey();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.create} size="lg">
      <CreateKeyForm create={create} onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

interface CreateKeyFormProps extends Omit<CreateKeyProps, 'opened'> {
  readonly create: ReturnType<typeof useCreateKey>;
}

function CreateKeyForm({ create, onClose, onCreated }: CreateKeyFormProps) {
  const { account, place } = usePlace();
  const form = useForm<KeyFields>({ initialValues: emptyKey(account, place.environment) });
  const { problem, send } = useSending(form, create);
  return (
    <form onSubmit={form.onSubmit((values) => send(toInput(values, Date.now()), onCreated))} noValidate>
      <Stack gap="md">
        <KeyFieldset form={form} account={account} autoFocus />
        <Limits form={form} />
        {problem ? <Failure error={problem} title={t`The key was not created`} /> : null}
        <KeySubmit
          form={form}
          isSending={create.isPending}
          label={texts.submit}
          otherButton={
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          }
        />
      </Stack>
    </form>
  );
}

/** Optional limits of a key. */
function Limits({ form }: { form: Pick<UseFormReturnType<KeyFields>, 'getInputProps'> }) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={opened}
        leftSection={opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        onClick={toggle}
      >
        {texts.advanced}
      </Button>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          <Group grow align="flex-start">
            <NumberInput
              label={texts.rateLimit}
              placeholder="600"
              min={1}
              max={600}
              allowDecimal={false}
              {...form.getInputProps('rate_limit')}
            />
            <Select label={texts.expires} data={EXPIRIES} allowDeselect={false} {...form.getInputProps('expires_at')} />
          </Group>
          <Textarea
            label={texts.addresses}
            description={texts.addressesHint}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            {...form.getInputProps('allowed_networks')}
          />
          <Text size="xs" c="dimmed">
            <Trans>Optional. The defaults suit most keys.</Trans>
          </Text>
        </Stack>
      </Collapse>
    </div>
  );
}
