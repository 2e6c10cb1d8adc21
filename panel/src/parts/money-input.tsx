import { NumberInput } from '@mantine/core';
import { decimalsOf } from './numbers.ts';

interface MoneyInputProps {
  readonly label: string;
  readonly description?: string;
  readonly currency: string;
  /** Amount in minor units; null while the field is empty. */
  readonly value: number | null;
  readonly onChange: (amount: number | null) => void;
  readonly error?: React.ReactNode;
}

/** Field for an amount. It is typed as people write it, `12.50`, and kept in minor units. */
export function MoneyInput({ label, description, currency, value, onChange, error }: MoneyInputProps) {
  const digits = decimalsOf(currency);
  return (
    <NumberInput
      label={label}
      description={description}
      value={value === null ? '' : value / 10 ** digits}
      onChange={(typed) => onChange(typed === '' ? null : Math.round(Number(typed) * 10 ** digits))}
      decimalScale={digits}
      min={0}
      hideControls
      inputMode="decimal"
      rightSection={currency}
      rightSectionWidth={56}
      data-autofocus
      error={error}
    />
  );
}
