import { Anchor } from '@mantine/core';
import { brand } from '../theme/brand.ts';

/** Further links of the company, such as its status page. */
export function FooterLinks({ className }: { className: string | undefined }) {
  return brand.footerLinks.map(({ label, url }) => (
    <Anchor key={`${label} ${url}`} href={url} target="_blank" rel="noopener" className={className}>
      {label}
    </Anchor>
  ));
}
