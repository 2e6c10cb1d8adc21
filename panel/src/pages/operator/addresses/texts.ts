export const texts = {
  sections: 'Addresses and pools',
  inUse: 'In use',
  pools: 'Pools',
  title: 'Addresses',
  description: 'Addresses that servers have now. The history shows who had one before.',
  search: 'Search by address or host name',
  address: 'Address',
  server: 'Server',
  since: 'Since',
  lookUp: 'Look up history',
  empty: 'No server has an address yet.',
};
