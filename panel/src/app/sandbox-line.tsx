import { IconFlask } from '@tabler/icons-react';
import { usePlace } from '../session/place-context.tsx';
import classes from './line.module.css';

export function SandboxLine() {
  const { place } = usePlace();
  if (place.environment !== 'test') return null;
  return (
    <div className={classes.line} role="status">
      <IconFlask size={16} aria-hidden="true" />
      Sandbox: writes are simulated, nothing changes.
    </div>
  );
}
