import { Resource } from '#kernel/schema.ts';
import { OwnedBy } from '../owner-schemas.ts';
import { Subscription } from './schemas.ts';

export const StaffSubscription = Resource('StaffSubscription', 'A subscription of a customer.', {
  ...OwnedBy,
  ...Subscription.properties,
});
