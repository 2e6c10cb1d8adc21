import type { CatalogEntry } from '@hostler/sdk';
import classes from './application-icon.module.css';

interface ApplicationIconProps {
  /** Undefined if the recipe was removed. */
  readonly icon: CatalogEntry['icon'] | undefined;
  readonly size?: 'small' | 'medium' | 'large';
}

/** Icon of an application on a tile in its own colour, the same in light and dark. */
export function ApplicationIcon({ icon, size = 'medium' }: ApplicationIconProps) {
  return (
    <span className={classes.tile} data-size={size} style={{ background: icon?.color }} aria-hidden="true">
      {icon && (
        <svg viewBox={icon.viewBox} className={classes.sign} fill={inkOn(icon.color)} aria-hidden="true">
          {icon.paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </svg>
      )}
    </span>
  );
}

/** Returns white for dark colours and near-black for light ones. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 170 ? '#1b1f27' : '#ffffff';
}
