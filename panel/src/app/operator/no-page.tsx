import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../parts/notice.tsx';

export function NoPage() {
  return (
    <Notice title="Page not found" text="The address may be outdated, or the record was removed.">
      <Button component={Link} to="/operator" variant="default">
        Go to Today
      </Button>
    </Notice>
  );
}
