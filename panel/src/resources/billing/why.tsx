import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type Explained, Explanation } from './explanation.tsx';
import { texts } from './texts.ts';
import classes from './why.module.css';

/** Collapsible explanation of an amount. */
export function Why({ explanation, label = texts.why }: { explanation: Explained; label?: string }) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <>
      <UnstyledButton className={classes.why} aria-expanded={opened} onClick={toggle}>
        <IconChevronRight size={14} className={classes.chevron} aria-hidden="true" />
        {label}
      </UnstyledButton>
      <Collapse expanded={opened}>
        <Explanation explanation={explanation} />
      </Collapse>
    </>
  );
}
