import { Button } from '@mantine/core';
import { Notice } from '../parts/notice.tsx';
import { signOut, useSession } from '../session/current.ts';

export function NoAccount() {
  const { person } = useSession();
  return (
    <Notice
      title={person.staff_role ? 'The console comes later' : 'You belong to no account'}
      text={
        person.staff_role
          ? 'You are signed in as staff. Until the console is here, staff work with the command line.'
          : 'Ask the owner of an account to invite you, with the address you sign in with.'
      }
    >
      <Button variant="default" onClick={() => void signOut()}>
        Sign out
      </Button>
    </Notice>
  );
}
