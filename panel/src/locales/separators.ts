import { locale } from './choice.ts';

const parts = new Intl.NumberFormat(locale).formatToParts(100_000.5);

/** Between whole number and fraction in number fields. */
export const DECIMAL_SEPARATOR = parts.find(({ type }) => type === 'decimal')?.value ?? '.';

/** Between thousands in number fields. */
export const GROUP_SEPARATOR = parts.find(({ type }) => type === 'group')?.value ?? ',';
