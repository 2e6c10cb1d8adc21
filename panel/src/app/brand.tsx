import { brand } from '../theme/brand.ts';
import classes from './brand.module.css';

/** The logo of the company, or a sign and the name of the product. Without the name only a small sign is shown. */
export function Brand({ withName }: { withName: boolean }) {
  const { logo, darkLogo, productName } = brand;
  if (withName && logo) {
    return (
      <span className={classes.brand}>
        <img src={logo} alt={productName} className={`${classes.logo} ${darkLogo ? 'mantine-dark-hidden' : ''}`} />
        {darkLogo && <img src={darkLogo} alt={productName} className={`${classes.logo} mantine-light-hidden`} />}
      </span>
    );
  }
  return (
    <span className={classes.brand}>
      <Sign />
      {withName && <span className={classes.name}>{productName}</span>}
    </span>
  );
}

/** The favicon of the company, or the first letter of its product. */
function Sign() {
  const { favicon, productName, isOwn } = brand;
  if (favicon) return <img src={favicon} alt="" className={classes.sign} />;
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.ground} />
      {isOwn ? (
        <text x="16" y="23" textAnchor="middle" className={classes.initial}>
          {[...productName][0]?.toUpperCase()}
        </text>
      ) : (
        <path d="M9.5 8v16M22.5 8v16M9.5 16h13" className={classes.letter} />
      )}
    </svg>
  );
}
