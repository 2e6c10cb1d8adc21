export { dumpDatabase } from './dump.ts';
export { loadDatabase } from './load.ts';
