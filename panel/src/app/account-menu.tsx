import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useSession } from '../session/current.ts';
import { usePlace } from '../session/place-context.tsx';
import classes from './account-menu.module.css';
import { useChangePlace } from './change-place.ts';

/** Shows the current account; a menu if the person has several. */
export function AccountMenu() {
  const { accounts } = useSession();
  const { account, place } = usePlace();
  const change = useChangePlace();
  const name = (
    <Text className={classes.name} title={account.name}>
      {account.name}
    </Text>
  );
  if (accounts.length < 2) return <Group className={classes.alone}>{name}</Group>;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t`Account ${account.name}, change`}>
          {name}
          <IconChevronDown size={16} className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Accounts</Trans>
        </Menu.Label>
        {accounts.map(({ id, name: label, role }) => (
          <Menu.Item
            key={id}
            rightSection={id === account.id ? <IconCheck size={16} aria-label={t`chosen`} /> : null}
            onClick={() => change({ ...place, accountId: id })}
          >
            <Text className={classes.option}>{label}</Text>
            <Text size="xs" c="dimmed">
              {role === 'owner' ? t`Owner` : t`Member`}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
