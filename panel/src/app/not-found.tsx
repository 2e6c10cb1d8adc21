import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../parts/notice.tsx';

export function NotFound() {
  return (
    <Notice title="There is no such page" text="The address may be old, or what it led to has been removed.">
      <Button component={Link} to="/" variant="default">
        Go to the overview
      </Button>
    </Notice>
  );
}
