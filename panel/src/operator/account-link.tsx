import { t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface AccountLinkProps {
  readonly id: number | null;
  readonly name: string | null;
}

/** Name of a customer, linked to the customer page. */
export function AccountLink({ id, name }: AccountLinkProps) {
  if (id === null) return null;
  const to: string = `/operator/customers/${id}`;
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to={to} />}>
      {name ?? t`Customer ${id}`}
    </Anchor>
  );
}
