import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/place-context.tsx';
import { texts } from './texts.ts';

export function OrderServer() {
  const may = useMay();
  if (!may('billing.write')) return null;
  return (
    <Button component={Link} to="/order">
      {texts.order}
    </Button>
  );
}
