import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { BulkResult } from '#operator/generated/types.gen.ts';
import { POWER, SUSPENDERS, useHasRole } from '#operator/me.ts';
import { BulkResults } from './bulk-results.tsx';
import { ConfirmInterruption, type Interruption } from './interrupt.tsx';
import { type BulkRequest, useBulk } from './queries.ts';
import { SuspendForm } from './suspend-form.tsx';
import { texts } from './texts.ts';

interface BulkMenuProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
}

/** Menu `2 selected ▾`: applies an operation to all selected servers, and shows the result of each. */
export function BulkMenu({ ids, onDone }: BulkMenuProps) {
  const has = useHasRole();
  const bulk = useBulk();
  const [asking, setAsking] = useState<'suspend' | 'unsuspend' | null>(null);
  const [asked, setAsked] = useState<Interruption | null>(null);
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const send = (request: Omit<BulkRequest, 'ids'>) =>
    bulk.mutate(
      { ...request, ids },
      {
        onSuccess: (found) => {
          setResults(found);
          setAsking(null);
          setAsked(null);
          onDone();
        },
      },
    );
  return (
    <>
      {ids.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={bulk.isPending}>
              {texts.selected(ids.length)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {has(POWER) &&
              (['start', 'stop', 'restart'] as const).map((verb) => (
                <Menu.Item key={verb} onClick={() => (verb === 'start' ? send({ verb }) : setAsked({ verb }))}>
                  {texts[verb]}
                </Menu.Item>
              ))}
            {has(SUSPENDERS) && (
              <>
                <Menu.Item onClick={() => setAsking('suspend')}>{texts.suspend}</Menu.Item>
                <Menu.Item onClick={() => setAsking('unsuspend')}>{texts.resume}</Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked && (
        <ConfirmInterruption
          asked={asked}
          name={texts.selected(ids.length)}
          pending={bulk.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => send({ verb: asked.verb })}
        />
      )}
      {asking && (
        <SuspendForm
          verb={asking}
          name={texts.selected(ids.length)}
          pending={bulk.isPending}
          error={null}
          call={(body) => ({ method: 'POST', path: '/hosting/bulk', body: { verb: asking, ids, ...body } })}
          onSend={(body) => send({ verb: asking, ...body })}
          onClose={() => setAsking(null)}
        />
      )}
      {results && <BulkResults results={results} onClose={() => setResults(null)} />}
    </>
  );
}
