import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useInvoice } from './queries.ts';

/** Shows and links an invoice by its number, given only its id. */
export function InvoiceNumber({ id }: { id: number }) {
  const { data } = useInvoice(id);
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: id }} />}>
      {data?.number ?? `#${id}`}
    </Anchor>
  );
}
