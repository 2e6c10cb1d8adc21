import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/place-context.tsx';
import { texts } from './texts.ts';

/** Servers are sold by people as yet: a ticket with the questions they would ask. */
export function OrderServer() {
  const may = useMay();
  if (!may('tickets.write')) return null;
  return (
    <Button
      renderRoot={(props) => (
        <Link
          {...props}
          to="/tickets"
          search={{ new: true, subject: texts.orderSubject, message: texts.orderMessage }}
        />
      )}
    >
      {texts.order}
    </Button>
  );
}
