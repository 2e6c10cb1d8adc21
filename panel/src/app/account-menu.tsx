import { Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../session/current.ts';
import { usePlace } from '../session/place-context.tsx';
import classes from './account-menu.module.css';

/** Which account the pages are about; a menu only for those who have several. */
export function AccountMenu() {
  const { accounts } = useSession();
  const { account } = usePlace();
  const change = useChangeAccount();
  const name = (
    <Text className={classes.name} title={account.name}>
      {account.name}
    </Text>
  );
  if (accounts.length < 2) return <Group className={classes.alone}>{name}</Group>;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Account ${account.name}, change`}>
          {name}
          <IconChevronDown size={16} className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Accounts</Menu.Label>
        {accounts.map(({ id, name: label, role }) => (
          <Menu.Item
            key={id}
            rightSection={id === account.id ? <IconCheck size={16} aria-label="chosen" /> : null}
            onClick={() => change(id)}
          >
            <Text className={classes.option}>{label}</Text>
            <Text size="xs" c="dimmed">
              {role === 'owner' ? 'Owner' : 'Member'}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is open belongs to the account that is left: who would rather stay with it stays in that account. */
function useChangeAccount(): (id: number) => void {
  const { chooseAccount } = usePlace();
  const router = useRouter();
  return (id) => {
    if (router.state.location.pathname === '/') return chooseAccount(id);
    const stop = router.history.subscribe(() => void left.then(() => chooseAccount(id)));
    const left = router.navigate({ to: '/' });
    // Whoever was asked whether to leave has answered by then.
    setTimeout(stop);
  };
}
