import classes from './figure.module.css';
import { formatMoney } from './numbers.ts';

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span className={classes.figure}>{formatMoney(amount, currency)}</span>;
}
