import type { LinkProps } from '@tanstack/react-router';

/** Returns the link of an address that the server sent, such as `/operator/tickets?status=open`. */
export function toLink(url: string): LinkProps {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  return { to: pathname as LinkProps['to'], search: Object.fromEntries(searchParams) as never };
}
