export { listUnbilledAddresses, type UnbilledAddress } from './operator-store.ts';
