import type { Database } from '@hostler/database';
import type { LimitBook } from '#kernel/limits/limit-book.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { PeopleOperatorService } from '../people/index.ts';
import { closingCommand } from './closing/commands.ts';
import {
  type ClosingOperatorService,
  type Contracts,
  createClosingOperatorService,
} from './closing/operator-service.ts';
import { accountCommands } from './commands.ts';
import { limitsCommand } from './limits/commands.ts';
import { createLimitOperatorService, type LimitOperatorService } from './limits/operator-service.ts';
import { migrations } from './migrations.ts';
import { noteCommands } from './notes/commands.ts';
import { createNoteOperatorService, type NoteOperatorService } from './notes/operator-service.ts';
import { type AccountOperatorService as AccountService, createAccountOperatorService } from './operator-service.ts';
import { suspensionCommands } from './suspensions/commands.ts';
import {
  type AccountSuspensions,
  createAccountSuspensions,
  type SuspensionDependencies,
} from './suspensions/operator-service.ts';
import { tagCommands } from './tags/commands.ts';
import { createTagOperatorService, type TagOperatorService } from './tags/operator-service.ts';

export { easeBound, endRestriction, getAccount, refuseSuspended, requireAccount } from './service.ts';
export {
  type Account,
  findLanguage,
  insertAccount,
  listAccountsById,
  setLanguage,
  withAccountNames,
} from './store.ts';
export type { OnSuspensionChange } from './suspensions/operator-service.ts';
export { findSuspension } from './suspensions/store.ts';
export type AccountOperatorService = AccountService & Omit<AccountSuspensions, 'switchOff'> & ClosingOperatorService;
export { tagsOf } from './tags/store.ts';
export type { Contracts, LimitOperatorService, NoteOperatorService, TagOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  limits: LimitBook;
  people: PeopleOperatorService;
  suspensions: Omit<SuspensionDependencies, 'clock'>;
  contracts: Contracts;
}

interface AccountsModule extends Module {
  operator: {
    accounts: AccountOperatorService;
    limits: LimitOperatorService;
    notes: NoteOperatorService;
    tags: TagOperatorService;
  };
}

export function accountsModule({
  db,
  clock,
  limits: book,
  people,
  suspensions: given,
  contracts,
}: Dependencies): AccountsModule {
  const accounts = createAccountOperatorService({ clock, people });
  const suspensions = createAccountSuspensions({ clock, ...given });
  const { links, customerMail } = given;
  const closing = createClosingOperatorService({ clock, links, customerMail, limits: book, suspensions, contracts });
  const limits = createLimitOperatorService({ book });
  const notes = createNoteOperatorService({ clock });
  const tags = createTagOperatorService({ clock });
  return {
    name: 'accounts',
    migrations,
    commands: [
      ...accountCommands({ db, accounts }),
      limitsCommand({ db, limits }),
      ...suspensionCommands({ db, suspensions }),
      closingCommand({ db, closing }),
      ...noteCommands({ db, notes }),
      ...tagCommands({ db, tags }),
    ],
    operator: { accounts: { ...accounts, ...suspensions, ...closing }, limits, notes, tags },
  };
}
