import { Box, Input, Radio, Stack, Switch } from '@mantine/core';
import { ScopeMatrix } from '#parts/scopes/scope-matrix.tsx';
import { PRESETS } from './presets.ts';
import type { Rights } from './queries.ts';
import { texts } from './texts.ts';

interface RightsFieldsProps {
  readonly value: Rights;
  readonly onChange: (value: Rights) => void;
  /** All existing scopes: only owners manage people, and owners have every scope. */
  readonly scopes: readonly string[];
  /** Form errors by field. */
  readonly errors: Readonly<Record<string, unknown>>;
  /** A member becomes an owner only after accepting an offer. */
  readonly offersOwnership: boolean;
}

/** Chooses the role and, for a member, the permissions. */
export function RightsFields({ value, onChange, scopes, errors, offersOwnership }: RightsFieldsProps) {
  return (
    <Stack>
      <Radio.Group
        label={texts.role}
        value={value.role}
        error={errors.role as string | undefined}
        onChange={(role) => onChange({ ...value, role: role as Rights['role'] })}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="member" label={texts.roles.member} description={texts.roleHints.member} />
          <Radio
            value="owner"
            label={texts.roles.owner}
            description={`${texts.roleHints.owner}${offersOwnership ? ` ${texts.ownerOffer}` : ''}`}
          />
        </Stack>
      </Radio.Group>
      {value.role === 'member' && (
        <>
          <Input.Wrapper label={texts.rights} labelElement="div" error={errors.scopes as string | undefined}>
            <Box mt={6}>
              <ScopeMatrix
                scopes={scopes}
                chosen={value.scopes}
                presets={PRESETS}
                onChange={(chosen) => onChange({ ...value, scopes: chosen })}
              />
            </Box>
          </Input.Wrapper>
          <Switch
            label={texts.mayKeys}
            description={texts.mayKeysHint}
            checked={value.rights.includes('keys')}
            onChange={({ currentTarget }) => onChange({ ...value, rights: currentTarget.checked ? ['keys'] : [] })}
          />
        </>
      )}
    </Stack>
  );
}
