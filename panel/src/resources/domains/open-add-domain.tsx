import { Button, type ButtonVariant } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/place-context.tsx';
import { domainTexts as texts } from './texts.ts';

/** Opens the form with this server selected. */
export function OpenAddDomain({ hostingId, variant }: { hostingId?: number; variant?: ButtonVariant }) {
  const may = useMay();
  if (!may('domains.write')) return null;
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/domains" search={{ new: true, ...(hostingId && { server: hostingId }) }} />
      )}
      {...(variant && { variant })}
    >
      {texts.add}
    </Button>
  );
}
