import { describeKilledDecisions } from '@hostler/testing/suites/killed-decisions.ts';

describeKilledDecisions([4]);
