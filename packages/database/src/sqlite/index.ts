export { checkFile, checkInThread, isCheckedFirst } from './check-file.ts';
export { SqliteDatabase } from './sqlite.ts';
