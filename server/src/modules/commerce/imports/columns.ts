import type { ImportKind } from './schemas.ts';

interface Columns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Example values of the template, by column. */
  readonly example: Readonly<Record<string, string>>;
}

/** Columns of each kind of file. */
export const COLUMNS: Readonly<Record<ImportKind, Columns>> = {
  customers: {
    required: ['reference', 'name', 'email'],
    optional: ['kind', 'company', 'street', 'postal_code', 'city', 'state', 'country', 'vat_id', 'invoice_email'],
    example: {
      reference: 'C-1001',
      name: 'Ada Example',
      email: 'ada@example.com',
      kind: 'business',
      company: 'Example Ltd',
      street: 'Rue de la Paix 2',
      postal_code: '75002',
      city: 'Paris',
      country: 'FR',
    },
  },
  subscriptions: {
    required: ['reference', 'customer', 'plan', 'price', 'currency', 'period', 'paid_until'],
    optional: ['name', 'hosting'],
    example: {
      reference: 'S-2001',
      customer: 'C-1001',
      plan: 'vps-small',
      price: '9.90',
      currency: 'EUR',
      period: 'monthly',
      paid_until: '2027-01-15',
      name: 'Web server',
    },
  },
  balances: {
    required: ['customer', 'amount', 'currency'],
    optional: [],
    example: { customer: 'C-1001', amount: '25.00', currency: 'EUR' },
  },
};

/** Returns a file with the column names and one line as an example. */
export function makeTemplate(kind: ImportKind): { name: string; content: string } {
  const { required, optional, example } = COLUMNS[kind];
  const names = [...required, ...optional];
  const cells = names.map((name) => example[name] ?? '');
  return { name: `${kind}.csv`, content: `${names.join(',')}\n${cells.join(',')}\n` };
}
