import type { MailDomain, MailRecord } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Status } from '../../../parts/status.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { CheckNow } from './check-now.tsx';
import { needsProof } from './mail-proof.tsx';
import classes from './mail-records.module.css';
import { PURPOSES, RECORD_STATUSES, texts } from './texts.ts';

/** Lists the required DNS records with their status and copy buttons. */
export function MailRecords({ domain }: { domain: MailDomain }) {
  const { records } = domain;
  const isManaged = records.some(({ managed }) => managed);
  return (
    <Surface
      title={texts.records}
      description={isManaged ? `${texts.recordsText} ${texts.recordsManaged}` : texts.recordsText}
      // While the proof is missing, the button is shown there instead.
      actions={!needsProof(domain) && <CheckNow domain={domain} />}
    >
      <Conflicts records={records} />
      <table className={classes.records} aria-label={texts.records}>
        <thead>
          <tr>
            {[texts.purpose, texts.type, texts.name, texts.value, texts.status].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRow key={`${record.type} ${record.name} ${record.value}`} record={record} />
          ))}
        </tbody>
      </table>
    </Surface>
  );
}

/** Warns about existing MX and SPF records, which are never replaced automatically. */
function Conflicts({ records }: Pick<MailDomain, 'records'>) {
  const differing = new Set(records.filter(({ status }) => status === 'differs').map(({ purpose }) => purpose));
  const found = (['mx', 'spf'] as const).filter((purpose) => differing.has(purpose));
  if (found.length === 0) return null;
  return (
    <Alert color="amber" variant="light" mb="md">
      {found.map((purpose) => (
        <Text key={purpose} size="sm">
          <b>{texts.conflicts[purpose].title}</b> {texts.conflicts[purpose].text}
        </Text>
      ))}
    </Alert>
  );
}

function RecordRow({ record: { type, name, value, purpose, status, found, managed } }: { record: MailRecord }) {
  const { label, tone } = RECORD_STATUSES[status];
  return (
    <tr>
      <td className={classes.purpose}>{PURPOSES[purpose]}</td>
      <td className={classes.type}>{type}</td>
      <td data-label={texts.name}>
        <Copyable value={name} what={t`name of the ${type} record`} />
      </td>
      <td data-label={texts.value}>
        <span className={classes.value}>
          <Copyable value={value} what={t`value of the ${type} record`} />
          {found.length > 0 && (
            <Text size="xs" c="dimmed" truncate title={found.join('\n')}>
              {texts.found(found)}
            </Text>
          )}
        </span>
      </td>
      <td className={classes.state}>
        <Status tone={tone}>{label}</Status>
        {managed && (
          <Text span size="xs" c="dimmed" className={classes.managed}>
            {texts.managed}
          </Text>
        )}
      </td>
    </tr>
  );
}
