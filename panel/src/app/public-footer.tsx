import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasSeveralLanguages } from '../locales/languages.ts';
import { LanguageSelect } from '../parts/language-select.tsx';
import { SupportLink } from '../parts/support-link.tsx';
import { FooterLinks } from './footer-links.tsx';
import classes from './public-footer.module.css';
import { useShopSettings } from './shop-settings.ts';

const DOCUMENTS = [
  ['imprint', t`Imprint`],
  ['terms', t`Terms`],
  ['privacy', t`Privacy`],
  ['abuse', t`Report abuse`],
] as const;

/** Footer of public pages: legal links and support of the company, cancellation and withdrawal. */
export function PublicFooter() {
  const links = useShopSettings()?.links;
  return (
    <footer className={classes.footer}>
      {DOCUMENTS.map(
        ([name, label]) =>
          links?.[name] && (
            <Anchor key={name} href={links[name]} target="_blank" rel="noopener" className={classes.link}>
              {label}
            </Anchor>
          ),
      )}
      <FooterLinks className={classes.link} />
      <SupportLink className={classes.link}>
        <Trans>Support</Trans>
      </SupportLink>
      <Anchor component={Link} to="/cancel" className={classes.link}>
        <Trans>Cancel contracts here</Trans>
      </Anchor>
      <Anchor component={Link} to="/withdraw" className={classes.link}>
        <Trans>Withdraw from a contract here</Trans>
      </Anchor>
      {hasSeveralLanguages && <LanguageSelect size="xs" />}
    </footer>
  );
}
