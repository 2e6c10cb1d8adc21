import type { Module } from '../../../module.ts';
import { migrations } from './migrations.ts';

export { beginProfile } from './new-customer.ts';
export { CUSTOMER_KINDS, type CustomerKind, VAT_STATUSES, type VatStatus } from './schemas.ts';
export { findProfile, fixCurrency, type Profile } from './service.ts';

export function profilesModule(): Module {
  return { name: 'profiles', migrations };
}
