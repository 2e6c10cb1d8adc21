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
import { useSending } from '#parts/sending.ts';
import { usePlace } from '#session/place-context.tsx';
import { EXPIRIES, type KeyFields, toInput } from './key-fields.ts';
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
  const form = useForm<KeyFields>({
    initialValues: {
      name: '',
      environment: place.environment,
      scopes: [],
      rate_limit: '',
      expires_at: 'never',
      allowed_networks: '',
    },
    validate: { scopes: (scopes) => (scopes.length === 0 ? texts.noScopes : null) },
  });
  const { problem, send } = useSending(form, create);
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
          description={texts.environmentHint}
          {...form.getInputProps('environment')}
        >
          <Group gap="lg" mt={8}>
            {account.environments.map((environment) => (
              <Radio key={environment} value={environment} label={ENVIRONMENTS[environment]} />
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
              scopes={account.scopes}
              chosen={form.values.scopes}
              onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            />
          </Stack>
        </Input.Wrapper>
        <Limits form={form} />
        {problem ? <Failure error={problem} title="The key was not created" /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} data-real>
            {texts.submit}
          </Button>
        </Group>
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
            Optional. The defaults suit most keys.
          </Text>
        </Stack>
      </Collapse>
    </div>
  );
}
