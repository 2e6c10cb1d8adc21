import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { brand } from '../theme/brand.ts';

interface SupportLinkProps extends AnchorProps {
  /** The address if nothing is given. */
  readonly children?: ReactNode;
}

/** Link to the support of the company: its e-mail address or web page. Nothing if the company has set none. */
export function SupportLink({ children, ...props }: SupportLinkProps) {
  const address = brand.supportAddress;
  if (!address) return null;
  const target = address.includes('://') ? { href: address, target: '_blank', rel: 'noopener' } : undefined;
  return (
    <Anchor {...props} {...(target ?? { href: `mailto:${address}` })}>
      {children ?? address}
    </Anchor>
  );
}
