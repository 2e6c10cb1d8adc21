import { Anchor, Skeleton, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Failure } from '../../../parts/failure.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { BeginMail } from './begin-mail.tsx';
import classes from './domain.module.css';
import { MailDomainStatus } from './mail-domain-status.tsx';
import { MailProof, needsProof } from './mail-proof.tsx';
import { MailRecords } from './mail-records.tsx';
import { MailSettings } from './mail-settings.tsx';
import { useMailDomain } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/frame/emails/domains/$id');

/** E-mail setup of one domain: proof, DNS records, settings for mail programs. */
export function MailDomainPage() {
  const id = Number(route.useParams().id);
  const { data: domain, error, isPending, isFetching, refetch } = useMailDomain(id);
  if (error && !domain) return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!domain && !isPending) return <BeginMail id={id} />;
  return (
    <>
      <Anchor component={Link} to="/emails/domains" size="sm" className={classes.back}>
        {texts.tabs.domains}
      </Anchor>
      <PageTitle
        title={domain?.domain ?? ''}
        beside={domain ? <MailDomainStatus {...domain} /> : <Skeleton width={220} height={24} />}
        description={
          domain && (
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/emails" search={{ domain: String(id) }} />}>
              {texts.countMailboxes(domain.mailboxes)}
            </Anchor>
          )
        }
      />
      {domain && (
        <Stack gap="md">
          {needsProof(domain) && <MailProof domain={domain} />}
          <MailRecords domain={domain} />
          <Surface title={texts.settings} description={texts.settingsText}>
            <div className={classes.settings}>
              <MailSettings settings={domain.settings} />
            </div>
          </Surface>
        </Stack>
      )}
    </>
  );
}
