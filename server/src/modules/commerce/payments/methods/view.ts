import type { NextStep as ProviderStep } from '#engines/payment/driver.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { NextStep, PaymentMethod } from './schemas.ts';
import type { MethodRow } from './store.ts';

export function viewMethod({
  id,
  driver,
  label,
  status,
  is_default,
  expires_at,
  created_at,
}: MethodRow): PaymentMethod {
  return {
    id,
    driver,
    label,
    status,
    is_default: is_default === 1,
    expires_at: formatOptionalTime(expires_at),
    created_at: formatTime(created_at),
  };
}

const NOTHING = { url: null, iban: null, bic: null, name: null, reference: null };

export function viewNextStep(step: ProviderStep): NextStep {
  return { ...NOTHING, ...step };
}
