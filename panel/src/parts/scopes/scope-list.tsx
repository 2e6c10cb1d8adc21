import { HoverCard, Text, UnstyledButton } from '@mantine/core';
import classes from './scope-list.module.css';

/** How many scopes, and on a look each of them. */
export function ScopeList({ scopes, shown }: { scopes: readonly string[]; shown: string }) {
  return (
    <HoverCard width={300} openDelay={150}>
      <HoverCard.Target>
        <UnstyledButton className={classes.target} aria-label={`${shown}: ${scopes.join(', ')}`}>
          {shown}
        </UnstyledButton>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="xs" className={classes.list} ff="monospace">
          {scopes.join('\n')}
        </Text>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
