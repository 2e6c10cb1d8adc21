import type { FirewallRule } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { hasPorts, isEverywhere } from '../../../resources/firewalls/rules.ts';
import { PROTOCOLS } from '../../../resources/firewalls/texts.ts';
import classes from './rule-list.module.css';
import { texts } from './texts.ts';

interface RuleListProps {
  readonly title: string;
  readonly rules: readonly FirewallRule[];
  /** Effect of an empty list. */
  readonly none: string;
}

export function RuleList({ title, rules, none }: RuleListProps) {
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {rules.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <ol className={classes.rules}>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and two may be equal.
            <li key={index}>
              <Rule {...rule} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Rule({ protocol, ports, networks, description }: FirewallRule) {
  return (
    <>
      <Text size="sm">
        {PROTOCOLS[protocol]}
        {hasPorts(protocol) && ` ${ports ?? texts.onAllPorts}`}
        {' · '}
        {isEverywhere(networks) ? texts.everywhere : <span className={classes.networks}>{networks.join(', ')}</span>}
      </Text>
      {description && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </>
  );
}
