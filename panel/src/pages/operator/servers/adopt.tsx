import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, FileInput, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { AccountSelect } from '#operator/account-select.tsx';
import type { AdoptedLine } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { OperatorFormEnd } from '#operator/operator-form-end.tsx';
import { useOperatorMutation } from '#operator/queries.ts';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { BulkResults } from './bulk-results.tsx';
import { useAdoptable } from './queries.ts';

const HEADER = 'instance,account';

/** Adopts machines of the engine, chosen from a list or named in a CSV file. Both are sent as a file. */
export function AdoptMachines({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<'list' | 'file'>('list');
  const [account, setAccount] = useState<string | undefined>();
  const [chosen, setChosen] = useState<string[]>([]);
  const [file, setFile] = useState<File | null>(null);
  const adoptable = useAdoptable(way === 'list');
  const adopt = useOperatorMutation(
    async (csv: Blob) => operatorApi.post<AdoptedLine[]>('/hosting/adopt-file', { file: await toBase64(csv) }),
    { touches: ['hosting'], onError: () => undefined },
  );
  const isReady = way === 'file' ? file !== null : account !== undefined && chosen.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const lines = chosen.map((instance) => `${instance},${account}`);
    adopt.mutate(way === 'file' && file ? file : new Blob([[HEADER, ...lines].join('\n')]));
  };
  if (adopt.data) return <BulkResults results={adopt.data} onClose={onClose} />;
  const machines = adoptable.data?.data;
  return (
    <Modal opened onClose={onClose} title={t`Adopt machines`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <SegmentedControl
            value={way}
            onChange={(next) => setWay(next as typeof way)}
            data={[
              { value: 'list', label: t`From the engine` },
              { value: 'file', label: t`From a CSV file` },
            ]}
          />
          {way === 'list' ? (
            <>
              <AccountSelect label={t`Customer`} inForm value={account} onChange={setAccount} />
              {adoptable.error ? (
                <Failure
                  error={adoptable.error}
                  title={t`Machines could not be loaded`}
                  onRetry={() => void adoptable.refetch()}
                />
              ) : null}
              {adoptable.isPending && <Skeleton height={80} />}
              {machines?.length === 0 && (
                <Text c="dimmed">
                  <Trans>Every machine of the engine belongs to a server.</Trans>
                </Text>
              )}
              <Checkbox.Group label={machines?.length ? t`Machines` : undefined} value={chosen} onChange={setChosen}>
                <Stack gap="xs" mt="xs">
                  {machines?.map(({ instance, node, vcpus, memory_mb, disk_gb, problem }) => (
                    <Checkbox
                      key={instance}
                      value={instance}
                      label={instance}
                      disabled={problem !== null}
                      description={
                        problem ??
                        t`${vcpus ?? '–'} vCPUs · ${memory_mb ?? '–'} MiB memory · ${disk_gb ?? '–'} GiB disk · ${node}`
                      }
                    />
                  ))}
                </Stack>
              </Checkbox.Group>
            </>
          ) : (
            <FileInput
              label={t`CSV file`}
              description={t`Columns: instance and account; also hostname, plan, label and region. At most 1,000 lines.`}
              accept=".csv,text/csv"
              value={file}
              onChange={setFile}
            />
          )}
          {adopt.error ? <Failure error={adopt.error} title={t`The request failed`} /> : null}
          <OperatorFormEnd action={t`Adopt`} pending={adopt.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
