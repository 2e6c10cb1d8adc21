import { Button, Group, Input, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { ScopeMatrix } from '#parts/scopes/scope-matrix.tsx';
import type { Membership } from '#session/generated/types.gen.ts';
import { type KeyFields, scopesIn, whatIsMissing } from './key-fields.ts';
import { ENVIRONMENTS, texts } from './texts.ts';

interface KeyFieldsetProps {
  readonly form: UseFormReturnType<KeyFields>;
  /** The account of the key. */
  readonly account: Membership;
  /** Focuses the name when the dialog opens. */
  readonly autoFocus?: boolean;
}

/** Fields that every new key has: name, environment and scopes. */
export function KeyFieldset({ form, account, autoFocus }: KeyFieldsetProps) {
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={100}
        data-autofocus={autoFocus}
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
    </>
  );
}

interface KeySubmitProps {
  readonly form: Pick<UseFormReturnType<KeyFields>, 'values'>;
  readonly isSending: boolean;
  readonly label: string;
  /** The button that leaves without a key. */
  readonly otherButton: ReactNode;
}

/** Buttons at the end of the form of a key. Says what is missing as long as it cannot be sent. */
export function KeySubmit({ form, isSending, label, otherButton }: KeySubmitProps) {
  const id = useId();
  const missing = whatIsMissing(form.values);
  return (
    <Group justify="flex-end" gap="xs">
      {missing && (
        <Text id={id} size="sm" c="dimmed" flex={1}>
          {missing}
        </Text>
      )}
      {otherButton}
      <Button
        type="submit"
        loading={isSending}
        disabled={missing !== undefined}
        aria-describedby={missing && id}
        data-real
      >
        {label}
      </Button>
    </Group>
  );
}
