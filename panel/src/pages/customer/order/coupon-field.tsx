import { Button, Group, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from '../../../requests/failure.ts';
import type { OrderFields } from './order-fields.ts';
import { askQuote, type QuoteInput } from './queries.ts';
import { texts } from './texts.ts';

interface CouponFieldProps {
  readonly form: UseFormReturnType<OrderFields>;
  readonly wanted: QuoteInput;
}

/** Validates a coupon before adding it to the order; errors are shown at the field. */
export function CouponField({ form, wanted }: CouponFieldProps) {
  const [typed, setTyped] = useState(form.values.coupon);
  const code = typed.trim();
  const check = useMutation({
    mutationFn: () => askQuote({ ...wanted, coupon: code }),
    onSuccess: () => form.setFieldValue('coupon', code),
    onError: () => undefined,
  });
  const apply = () => (code === '' ? form.setFieldValue('coupon', '') : check.mutate());
  const failure = check.error && readFailure(check.error);
  const problem = failure && (failure.details[0] ? texts.couponIs(failure.details[0].message) : failure.message);
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        label={texts.coupon}
        maxLength={40}
        spellCheck={false}
        autoComplete="off"
        maw={240}
        value={typed}
        error={problem ?? form.errors.coupon}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          check.reset();
        }}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      <Button
        variant="default"
        mt={24}
        loading={check.isPending}
        disabled={code === form.values.coupon}
        onClick={apply}
      >
        {texts.apply}
      </Button>
    </Group>
  );
}
