import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StaffRole } from '#operator/me.ts';
import { ROLES, texts } from './texts.ts';

interface RoleChoiceProps {
  readonly value?: readonly StaffRole[];
  readonly onChange: (roles: StaffRole[]) => void;
  readonly error?: ReactNode;
  /** Roles that can be chosen. Default: all. */
  readonly offered?: readonly StaffRole[];
}

export function RoleChoice({ value = [], onChange, error, offered }: RoleChoiceProps) {
  const shown = Object.entries(ROLES).filter(([role]) => !offered || offered.includes(role as StaffRole));
  return (
    <Checkbox.Group
      label={texts.roles}
      description={texts.rolesText}
      value={[...value]}
      onChange={(roles) => onChange(roles as StaffRole[])}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {shown.map(([role, { label, text }]) => (
          <Checkbox key={role} value={role} label={label} description={text} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
