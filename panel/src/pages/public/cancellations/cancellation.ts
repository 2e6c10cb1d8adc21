/** Fields of a cancellation or withdrawal. */
export interface CancellationFields {
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly reason: string;
  readonly when: 'period_end' | 'date';
  readonly date: string;
}

export const EMPTY: CancellationFields = {
  name: '',
  email: '',
  contract: '',
  reason: '',
  when: 'period_end',
  date: '',
};
