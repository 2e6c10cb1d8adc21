/** Fields of a cancellation or withdrawal. */
export interface FarewellFields {
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly reason: string;
  readonly when: 'period_end' | 'date';
  readonly date: string;
}

export const EMPTY: FarewellFields = { name: '', email: '', contract: '', reason: '', when: 'period_end', date: '' };
