import { Trans } from '@lingui/react/macro';
import { IconFlask } from '@tabler/icons-react';
import { useEffect } from 'react';
import { usePlace } from '../session/place-context.tsx';
import classes from './line.module.css';
import './sandbox.css';

export function SandboxLine() {
  const { place } = usePlace();
  const sandbox = place.environment === 'test';
  // Enables the flask icon of filled buttons (sandbox.css).
  useEffect(() => {
    document.documentElement.toggleAttribute('data-sandbox', sandbox);
    return () => document.documentElement.removeAttribute('data-sandbox');
  }, [sandbox]);
  if (!sandbox) return null;
  return (
    <div className={classes.line} role="status">
      <IconFlask size={16} aria-hidden="true" />
      <Trans>Sandbox: writes are simulated, nothing changes.</Trans>
    </div>
  );
}
