import { CreatedAt, DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const IMPORT_KINDS = ['customers', 'subscriptions', 'balances'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * `checking`: the file is being read. `checked`: the report is complete and nothing has changed yet. `activating`: the
 * records are being created. `active`: all records are created. `discarded`: nothing was or will be created.
 */
export const IMPORT_STATUSES = ['checking', 'checked', 'activating', 'active', 'discarded'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** `new` becomes `imported` after the switch, or `failed` if the record could not be created. */
export const LINE_STATES = ['new', 'unchanged', 'wrong', 'imported', 'failed'] as const;
export type LineState = (typeof LINE_STATES)[number];

const count = (description: string) => Type.Integer({ description, examples: [120] });

export const Import = Resource('Import', 'A CSV file with data of another system.', {
  id: OwnId,
  kind: OneOf(IMPORT_KINDS, { description: 'Content of the file.' }),
  name: Nullable(Type.String({ description: 'Name of the file.', examples: ['customers.csv'] })),
  status: OneOf(IMPORT_STATUSES, { description: 'Progress. Nothing changes before the import is switched on.' }),
  lines: count('Lines of the file, without its first line.'),
  new: count('Lines that will create a record.'),
  unchanged: count('Lines whose record was imported before.'),
  wrong: count('Lines with an error. An import with one cannot be switched on.'),
  imported: count('Lines whose record is created.'),
  failed: count('Lines whose record could not be created. Switch the import on again to retry.'),
  invites: Type.Boolean({ description: 'True if the customers are invited by mail.', examples: [false] }),
  created_by: Nullable(Type.String({ description: 'Staff member who uploaded the file; null on the command line.' })),
  activated_by: Nullable(Type.String({ description: 'Staff member who switched it on; null on the command line.' })),
  created_at: CreatedAt,
  activated_at: Nullable(DateTime('Time of the switch; null before.')),
  finished_at: Nullable(DateTime('When the last record was created; null before.')),
  discarded_at: Nullable(DateTime('When the import was discarded; null if it was not.')),
});
export type Import = Static<typeof Import>;

export const ImportLine = Resource('ImportLine', 'The report of one line of an import.', {
  id: OwnId,
  line: Type.Integer({ description: 'Number of the line in the file. The column names are line 1.', examples: [2] }),
  reference: Type.String({ description: 'Identifier of the line in the other system.', examples: ['C-1001'] }),
  state: OneOf(LINE_STATES, { description: 'Result of the check or of the import.' }),
  message: Nullable(Type.String({ description: 'The error and what to do; null if there is none.' })),
  account_id: Nullable(Id('Account of the record; null before it is created.')),
  account_name: Nullable(Type.String({ description: 'Name of the account; null before it is created.' })),
  record_id: Nullable(Id('Created account or subscription, or account of the balance. Null until imported.')),
});
export type ImportLine = Static<typeof ImportLine>;

export const ImportTemplate = Resource('ImportTemplate', 'A CSV file to fill in.', {
  name: Type.String({ description: 'Name of the file.', examples: ['customers.csv'] }),
  content: Type.String({ description: 'The column names and one line as an example.' }),
});
export type ImportTemplate = Static<typeof ImportTemplate>;
