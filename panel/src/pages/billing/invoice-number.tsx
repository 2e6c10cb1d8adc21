import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useInvoice } from './queries.ts';

/** An invoice by the number that is on it, where only its id is known; leads to it. */
export function InvoiceNumber({ id }: { id: number }) {
  const { data } = useInvoice(id);
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: id }} />}>
      {data?.number ?? `#${id}`}
    </Anchor>
  );
}
