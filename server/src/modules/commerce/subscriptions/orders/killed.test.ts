import { describeKilledCancellations } from '@hostler/testing/suites/killed-cancellations.ts';

describeKilledCancellations([2]);
