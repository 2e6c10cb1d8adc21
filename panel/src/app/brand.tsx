import { brand } from '../theme/brand.ts';
import classes from './brand.module.css';

/**  */ export function Brand({ withName }: { withName: boolean }) {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <path d="M9.5 8v16M22.5 8v16M9.5 16h13" className={classes.letter} />
      </svg>
      {withName && <span className={classes.name}>{brand.productName}</span>}
    </span>
  );
}
