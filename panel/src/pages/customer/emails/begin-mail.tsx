import { Button, Group } from '@mantine/core';
import { NotFound } from '../../../app/not-found.tsx';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { useDomain } from '../../../resources/domains/queries.ts';
import { useMay } from '../../../session/place-context.tsx';
import { useVerifyDomain } from './queries.ts';
import { texts } from './texts.ts';

/** Sets up e-mail for a domain: its TXT record and DNS records are available before the first mailbox. */
export function BeginMail({ id }: { id: number }) {
  const may = useMay();
  const { data: domain, isPending } = useDomain(id);
  const verify = useVerifyDomain();
  if (isPending) return null;
  if (!domain) return <NotFound />;
  return (
    <Notice title={texts.noMail(domain.domain)} text={texts.noMailText}>
      {may('emails.write') && (
        <Group gap="xs">
          <CodeCorner call={() => ({ operation: 'emails.domains.verify', input: { domain_id: id } })} />
          <Button loading={verify.isPending} onClick={() => verify.mutate(id)}>
            {texts.begin}
          </Button>
        </Group>
      )}
    </Notice>
  );
}
