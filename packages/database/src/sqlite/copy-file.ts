import Sqlite from 'better-sqlite3';

/**
 * Copies the whole file consistently during writes. Uses one snapshot: otherwise the copy would restart with every
 * write of another process, and might never end.
 */
export async function copyFile(from: string, to: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const source = new Sqlite(from, { readonly: true });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to);
  } finally {
    source.close();
  }
  noteSettings(to, settings);
}

/** Stores settings in the copy. */
function noteSettings(file: string, settings: Readonly<Record<string, string>>): void {
  const db = new Sqlite(file);
  try {
    const note = db.prepare(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    );
    for (const [name, value] of Object.entries(settings)) note.run(name, value);
  } finally {
    db.close();
  }
}
