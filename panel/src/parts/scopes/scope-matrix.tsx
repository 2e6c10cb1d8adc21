import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Tooltip } from '@mantine/core';
import classes from './scope-matrix.module.css';
import { applyPreset, GROUPS, groupScopes, PRESETS, type Preset, recognisePreset } from './scopes.ts';

interface ScopeMatrixProps {
  /** Scopes that can be granted: those of the person. */
  readonly scopes: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly presets?: readonly Preset[];
}

/** Table of resources with read and write checkboxes, and presets as buttons. */
export function ScopeMatrix({ scopes, chosen, onChange, presets = PRESETS }: ScopeMatrixProps) {
  const given = new Set(chosen);
  const current = recognisePreset(chosen, scopes, presets);
  // Keeps the order of the table.
  const set = (scope: string, on: boolean) =>
    onChange(scopes.filter((other) => (other === scope ? on : given.has(other))));
  return (
    <div>
      <Group gap="xs" mb="sm" role="group" aria-label={t`Presets`}>
        {presets
          .filter((preset) => applyPreset(preset, scopes).length > 0)
          .map((preset) => (
            <Tooltip key={preset.name} label={preset.hint} multiline maw={260}>
              <Button
                variant={preset === current ? 'light' : 'default'}
                size="xs"
                aria-pressed={preset === current}
                onClick={() => onChange(applyPreset(preset, scopes))}
              >
                {preset.name}
              </Button>
            </Tooltip>
          ))}
      </Group>
      <table className={classes.matrix} aria-label={t`Scopes`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Resource</Trans>
            </th>
            <th scope="col">
              <Trans>Read</Trans>
            </th>
            <th scope="col">
              <Trans>Write</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {groupScopes(scopes).map(({ name, read, write }) => (
            <tr key={name}>
              <th scope="row">
                {GROUPS[name] ?? name}
                <code className={classes.code}>{name}</code>
              </th>
              {[read, write].map((scope, column) => (
                <td key={column === 0 ? 'read' : 'write'}>
                  {scope && (
                    <Checkbox
                      aria-label={scope}
                      checked={given.has(scope)}
                      onChange={({ currentTarget }) => set(scope, currentTarget.checked)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
