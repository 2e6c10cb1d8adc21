import Sqlite from 'better-sqlite3';

/**
 * A consistent copy of the whole file, while others go on writing. It is of one snapshot: otherwise it would begin anew
 * with every write of another process, and where there are many of them never end.
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

/** What the copy knows of itself. */
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
