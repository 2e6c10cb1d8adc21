import { t } from '@lingui/core/macro';

export const texts = {
  sections: t`Addresses and pools`,
  inUse: t`In use`,
  pools: t`Pools`,
  title: t`Addresses`,
  description: t`Current addresses of servers. The history shows their former servers.`,
  search: t`Search by address or host name`,
  address: t`Address`,
  server: t`Server`,
  since: t`Since`,
  lookUp: t`Look up history`,
  empty: t`No server has an address yet.`,
};
