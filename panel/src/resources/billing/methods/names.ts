import { t } from '@lingui/core/macro';

const NAMES: Readonly<Record<string, string>> = {
  card: t`Card`,
  transfer: t`Bank transfer`,
  manual: t`Recorded by staff`,
  credit: t`Credit`,
};

/** Returns the name of a payment method for people. A saved method has a name of its own, like `Visa …4242`. */
export function nameMethod(method: string): string {
  return NAMES[method] ?? method.charAt(0).toUpperCase() + method.slice(1).replaceAll('_', ' ');
}
