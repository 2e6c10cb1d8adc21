import type { ClientBase } from 'pg';

export interface StoredTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Sequence of its ids. */
  readonly sequence: string | null;
}

/** Tables of the current schema, except those of extensions. */
const TABLES = `
  select c.relname as table,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum)
      as columns,
    (select pg_get_serial_sequence(quote_ident(c.relname), attname) from pg_attribute
      where attrelid = c.oid and attidentity <> '' limit 1) as sequence
  from pg_class as c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')
  order by c.relname`;

export async function listTables(client: ClientBase): Promise<StoredTable[]> {
  return (await client.query<StoredTable>(TABLES)).rows;
}
