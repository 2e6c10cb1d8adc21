import { describeVpsDriver } from '@hostler/testing/contracts/vps.ts';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openEngine, openHarness } from '@hostler/testing/engines/incus.ts';

describeWithService('lxd', 'LXD', (url) => {
  describeVpsDriver('over the socket', () => openHarness({ url, graceSeconds: 5 }, openEngine(url)));
});
