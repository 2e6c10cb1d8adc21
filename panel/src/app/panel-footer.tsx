import { brand } from '../theme/brand.ts';
import { FooterLinks } from './footer-links.tsx';
import classes from './public-footer.module.css';

/** Footer below every page of the panel, if the company has links. */
export function PanelFooter() {
  if (brand.footerLinks.length === 0) return null;
  return (
    <footer className={classes.footer} data-in-panel>
      <FooterLinks className={classes.link} />
    </footer>
  );
}
