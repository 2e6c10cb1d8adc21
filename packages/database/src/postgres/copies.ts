export { dumpDatabase } from './dump.ts';
export { loadDatabase, refuseConnections } from './load.ts';
export { sumTables } from './sum-tables.ts';
