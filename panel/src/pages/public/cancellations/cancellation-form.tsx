import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CancellationFields } from './cancellation.ts';
import { type CancellationWords, texts } from './texts.ts';

interface CancellationFormProps {
  readonly words: CancellationWords;
  readonly form: UseFormReturnType<CancellationFields>;
  /** Shows the field for a later day. */
  readonly withDay: boolean;
  readonly onNext: () => void;
}

/** First step: person and contract. */
export function CancellationForm({ words, form, withDay, onNext }: CancellationFormProps) {
  const needed = { required: true, withAsterisk: false };
  return (
    <form onSubmit={form.onSubmit(onNext)}>
      <Stack>
        <Text c="dimmed">{words.text}</Text>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          autoComplete="name"
          autoFocus
          maxLength={200}
          {...needed}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          autoComplete="email"
          {...needed}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={texts.contract}
          description={texts.contractHint}
          maxLength={253}
          {...needed}
          {...form.getInputProps('contract')}
        />
        {withDay && (
          <Radio.Group label={texts.when} {...form.getInputProps('when')}>
            <Stack gap="xs" mt={4}>
              <Radio value="period_end" label={texts.atEnd} />
              <Radio value="date" label={texts.onDay} />
            </Stack>
          </Radio.Group>
        )}
        {withDay && form.values.when === 'date' && (
          <TextInput type="date" label={texts.day} {...needed} {...form.getInputProps('date')} />
        )}
        <Textarea
          label={words.reason}
          description={texts.optional}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps('reason')}
        />
        <Button type="submit">{texts.next}</Button>
      </Stack>
    </form>
  );
}
