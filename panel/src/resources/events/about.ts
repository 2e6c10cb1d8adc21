import { translateReturned } from '../../locales/returned.ts';

/** Returns the name of the record that an event is about. */
export function aboutOf(data: object): string {
  const record = data as Record<string, unknown>;
  for (const field of ['subject', 'hostname', 'domain', 'name', 'number', 'label', 'message']) {
    const value = record[field];
    if (typeof value === 'string' && value !== '') return field === 'message' ? translateReturned(value) : value;
  }
  const invoice = record.invoice as { number?: unknown } | undefined;
  if (typeof invoice?.number === 'string') return invoice.number;
  return typeof record.id === 'number' ? `#${record.id}` : '';
}
