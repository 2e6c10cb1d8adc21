export { listUnbilledTraffic, type UnbilledTraffic } from './operator-store.ts';
