export { boundIdleTransactions } from './idle-transactions.ts';
export { ListenHints } from './listen-hints.ts';
export { isPooled, keepsPrepared } from './pooler.ts';
export { PostgresDatabase, type PostgresOptions } from './postgres.ts';
