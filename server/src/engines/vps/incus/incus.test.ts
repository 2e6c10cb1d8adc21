import { describeWithService } from '../../../../../scripts/services/describe-with-service.ts';
import { openEngine, openHarness } from '../../../../test/incus.ts';
import { describeVpsDriver } from '../contract.ts';

describeWithService('lxd', 'LXD', (url) => {
  describeVpsDriver('over the socket', () => openHarness({ url, graceSeconds: 5 }, openEngine(url)));
});
