// Loads no driver: those are behind their own entry points.
export { ANYBODY, type Announced, type AnnouncedTables, changeSignal, EVERYBODY } from './announce.ts';
export { blocksMigrations, type CountChange, createBlockCleaner } from './blocks.ts';
export { cacheLookups } from './cache-lookups.ts';
export type { CallerContext } from './caller-context.ts';
export { changeRow, LostRace } from './change-row.ts';
export { DamagedData, NotLoaded, readDataFile } from './data-file.ts';
export { DataFolderInUse } from './data-folder-in-use.ts';
export {
  type Awaitable,
  type Cacheable,
  type CacheOptions,
  type Database,
  type DatabaseOptions,
  type InTurn,
  type Kept,
  type PoolState,
  SIMULATED_ID_FLOOR,
  simulatedId,
} from './database.ts';
export type { Feed, FeedRequest } from './feed.ts';
export { lazily } from './list-statement.ts';
export { listedTable } from './listed-table.ts';
export type { Measured } from './measure.ts';
export {
  applyMigrations,
  countSteps,
  findMissing,
  findUnknown,
  type Migration,
  MigrationStopped,
  refuseDuplicates,
  type UnknownStep,
} from './migrate.ts';
export { defineLog } from './newest.ts';
export { BeyondOrder, ORDER_REACH, type Orders } from './order.ts';
export { defineList, ofAccount, type Page, type PageRequest, viewPage } from './page.ts';
export {
  attempt,
  currentTransaction,
  insert,
  lockName,
  type PreparedQuery,
  type Query,
  runAlone,
  runScript,
  type Simulation,
  type SqlValue,
  type Step,
  sql,
  type Transaction,
} from './query.ts';
export { splitScript } from './script.ts';
export { foldForSearch } from './search.ts';
export { createSearchIndex, SearchIndexer, searchMigrations } from './search-index.ts';
export { signalsMigrations } from './signals.ts';
export {
  type AccountListRequest,
  byColumn,
  defineStaffList,
  type Sorting,
  STAFF_PAGE,
  type StaffListRequest,
  type Tally,
  toPatterns,
} from './staff-list.ts';
export { syncPath } from './sync-path.ts';
export { later, type NewRow, nullable, number, type Row, table, text } from './table.ts';
export { findDifferences, type TableSum } from './table-sums.ts';
export { Thread } from './thread.ts';
export {
  addToTotal,
  addToTotals,
  countRow,
  countRows,
  fillTotals,
  moveRow,
  readTotal,
  totalsMigrations,
} from './totals.ts';
export { TransactionValue } from './transaction-value.ts';
export { type VersionedTables, versionsMigrations, versionsUpkeep } from './versions.ts';
export { ANSWER_BYTES, pickWithinBytes, ROW_BYTES } from './within-bytes.ts';
