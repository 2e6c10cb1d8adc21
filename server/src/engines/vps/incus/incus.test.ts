import { describeVpsDriver } from '../../../../../testing/contracts/vps.ts';
import { describeWithService } from '../../../../../testing/describe-with-service.ts';
import { openEngine, openHarness } from '../../../../../testing/engines/incus.ts';

describeWithService('lxd', 'LXD', (url) => {
  describeVpsDriver('over the socket', () => openHarness({ url, graceSeconds: 5 }, openEngine(url)));
});
