// For tests and checks only.
export { SIMULATED_ID_FLOOR } from './database.ts';
export { toSqliteScript, toSqliteStatement } from './dialect.ts';
export { splitScript } from './script.ts';
export { indexBatch } from './search-index.ts';
export { listStatements, Statement } from './statement.ts';
export { listTables } from './table.ts';
export { readTotals } from './totals.ts';
