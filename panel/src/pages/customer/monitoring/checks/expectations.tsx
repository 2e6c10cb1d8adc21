import { Fieldset, Group, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CheckFields } from './check-fields.ts';
import { texts } from './texts.ts';

/** Optional expectations of a response. */
export function Expectations({ form }: { form: Pick<UseFormReturnType<CheckFields>, 'getInputProps'> }) {
  return (
    <Fieldset legend={texts.expectations} mx={0}>
      <Stack gap="md">
        <Group grow align="flex-start">
          <NumberInput
            label={texts.expectStatus}
            description={texts.expectStatusHint}
            placeholder="200"
            min={100}
            max={599}
            allowDecimal={false}
            {...form.getInputProps('expect_status')}
          />
          <TextInput
            label={texts.expectText}
            description={texts.expectTextHint}
            maxLength={500}
            autoComplete="off"
            {...form.getInputProps('expect_text')}
          />
        </Group>
        <Switch label={texts.follow} {...form.getInputProps('follow_redirects', { type: 'checkbox' })} />
        <TextInput
          label={texts.redirectTo}
          description={texts.redirectToHint}
          placeholder="https://www.example.com/"
          maxLength={2_048}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('redirect_to')}
        />
        <NumberInput
          label={texts.certificateDays}
          description={texts.certificateDaysHint}
          min={0}
          max={90}
          allowDecimal={false}
          {...form.getInputProps('certificate_days')}
        />
      </Stack>
    </Fieldset>
  );
}
