import { storedText } from '#kernel/stored-value.ts';

/** Internal setting with the version that migrated the database last. */
export const PROGRAM_VERSION = 'program_version';

export const noteProgramVersion = storedText(PROGRAM_VERSION).save;
