import type { CatalogEntry } from '@hostler/sdk';
import classes from './application-icon.module.css';

interface ApplicationIconProps {
  /** Not known when the recipe it was installed from is gone. */
  readonly icon: CatalogEntry['icon'] | undefined;
  readonly size?: 'small' | 'medium' | 'large';
}

/** The sign of an application on a tile of its own colour, alike in light and dark. */
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

/** White on dark colours, nearly black on light ones. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 170 ? '#1b1f27' : '#ffffff';
}
