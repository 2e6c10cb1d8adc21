import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { IconCreditCard, IconDots } from '@tabler/icons-react';
import { Status } from '#parts/status.tsx';
import { Day } from '#resources/billing/day.tsx';
import { useDefaultMethod } from '#resources/billing/methods/queries.ts';
import { STATUSES, texts } from '#resources/billing/methods/texts.ts';
import type { PaymentMethod } from '#resources/billing/pay/queries.ts';
import classes from './method-line.module.css';

interface MethodLineProps {
  readonly method: PaymentMethod;
  /** Undefined for people without write permission. */
  readonly onRemove: (() => void) | undefined;
}

export function MethodLine({ method, onRemove }: MethodLineProps) {
  const makeDefault = useDefaultMethod();
  const { label, status, expires_at } = method;
  return (
    <li className={classes.line}>
      <IconCreditCard size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.label}>{status === 'pending' ? texts.settingUp : label}</span>
      {method.is_default && <Badge>{texts.default}</Badge>}
      {status !== 'active' && <Status tone={STATUSES[status].tone}>{STATUSES[status].label}</Status>}
      {expires_at && (
        <Text size="sm" c="dimmed">
          <Day at={expires_at} say={texts.expires} />
        </Text>
      )}
      {onRemove && (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" className={classes.menu} aria-label={texts.actionsOf(label)}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={method.is_default || status !== 'active'} onClick={() => makeDefault.mutate(method)}>
              {texts.makeDefault}
            </Menu.Item>
            <Menu.Item color="red" onClick={onRemove}>
              {texts.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
