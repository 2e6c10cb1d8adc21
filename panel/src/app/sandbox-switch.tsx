import { t } from '@lingui/core/macro';
import { Switch, Tooltip } from '@mantine/core';
import { usePlace } from '../session/place-context.tsx';
import classes from './sandbox-switch.module.css';

/** Switches the panel between live and sandbox. */
export function SandboxSwitch() {
  const { place, account, chooseEnvironment } = usePlace();
  const both = account.environments.length > 1;
  return (
    <Tooltip label={t`This installation has only one environment.`} disabled={both}>
      <Switch
        classNames={{ label: classes.label, root: classes.root }}
        color="amber"
        size="sm"
        label={t`Sandbox`}
        labelPosition="left"
        checked={place.environment === 'test'}
        disabled={!both}
        onChange={({ currentTarget }) => chooseEnvironment(currentTarget.checked ? 'test' : 'live')}
      />
    </Tooltip>
  );
}
