import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Button,
  Collapse,
  Group,
  Input,
  NumberInput,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { ScopeMatrix } from '#parts/scopes/scope-matrix.tsx';
import { applyPreset, READ_ONLY } from '#parts/scopes/scopes.ts';
import { useSending } from '#parts/sending.ts';
import type { Membership } from '#session/generated/types.gen.ts';
import type { Environment } from '#session/place.ts';
import { usePlace } from '#session/place-context.tsx';
import { EXPIRIES, type KeyFields, toInput, whatIsMissing } from './key-fields.ts';
import { type NewKey, useCreateKey } from './queries.ts';
import { ENVIRONMENTS, texts } from './texts.ts';

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
  const first = account.unpaid ? 'test' : place.environment;
  const form = useForm<KeyFields>({
    initialValues: {
      name: '',
      environment: first,
      scopes: applyPreset(READ_ONLY, scopesIn(account, first)),
      rate_limit: '',
      expires_at: 'never',
      allowed_networks: '',
    },
  });
  const { problem, send } = useSending(form, create);
  const missing = whatIsMissing(form.values);
  return (
    <form onSubmit={form.onSubmit((values) => send(toInput(values, Date.now()), onCreated))} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          maxLength={100}
          data-autofocus
          required
          withAsterisk={false}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Radio.Group
          label={texts.environment}
          description={account.unpaid ? texts.environmentUnpaid : texts.environmentHint}
          {...form.getInputProps('environment')}
        >
          <Group gap="lg" mt={8}>
            {account.environments.map((environment) => (
              <Radio
                key={environment}
                value={environment}
                label={ENVIRONMENTS[environment]}
                disabled={environment === 'live' && account.unpaid}
              />
            ))}
          </Group>
        </Radio.Group>
        <Input.Wrapper
          label={texts.scopes}
          description={texts.scopesHint}
          labelElement="div"
          error={form.errors.scopes}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
        >
          <Stack gap="xs" mt={8}>
            <ScopeMatrix
              scopes={scopesIn(account, form.values.environment)}
              chosen={form.values.scopes}
              onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            />
          </Stack>
        </Input.Wrapper>
        <Limits form={form} />
        {problem ? <Failure error={problem} title={t`The key was not created`} /> : null}
        <Group justify="flex-end" gap="xs">
          {missing && (
            <Text id="key-missing" size="sm" c="dimmed" flex={1}>
              {missing}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={missing !== undefined}
            aria-describedby={missing && 'key-missing'}
            data-real
          >
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An account that has not paid yet has more scopes in the sandbox. */
function scopesIn({ scopes, sandbox_scopes }: Membership, environment: Environment): readonly string[] {
  return environment === 'test' ? sandbox_scopes : scopes;
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
