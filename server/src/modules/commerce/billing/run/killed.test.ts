import { describeKilledBilling } from '@hostler/testing/suites/killed-billing.ts';

describeKilledBilling({ killsPerRun: 1 });
