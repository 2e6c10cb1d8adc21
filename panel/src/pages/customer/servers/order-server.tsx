import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { texts } from '../../../resources/servers/texts.ts';
import { useMay } from '../../../session/place-context.tsx';

export function OrderServer() {
  const may = useMay();
  if (!may('billing.write')) return null;
  return (
    <Button component={Link} to="/order">
      {texts.order}
    </Button>
  );
}
