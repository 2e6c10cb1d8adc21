import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface PathLinkProps extends AnchorProps {
  /** Address in the console, with its query: `/operator/servers?account=7`. */
  readonly href: string;
  readonly children: ReactNode;
}

/** Link to an address in the console that is not written as a route, such as one of a record of another page. */
export function PathLink({ href, children, ...anchor }: PathLinkProps) {
  const { history } = useRouter();
  return (
    <Anchor
      {...anchor}
      href={href}
      onClick={(event) => {
        // Other clicks open a tab or a window, as for every link.
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {children}
    </Anchor>
  );
}
