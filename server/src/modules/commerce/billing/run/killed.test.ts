import { describeKilledBilling } from '@hostler/testing/suites/killed-billing.ts';

describeKilledBilling({ kills: 2 });
