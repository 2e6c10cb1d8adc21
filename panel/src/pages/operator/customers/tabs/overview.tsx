import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { Surface } from '#parts/surface.tsx';
import { ChangeTags } from '../actions/change-tags.tsx';
import { Contacts } from '../contacts.tsx';
import classes from '../detail.module.css';
import { Figures } from '../figures.tsx';
import { NextCharges } from '../next-charges.tsx';
import { NoteList } from '../note-list.tsx';
import { type AccountSummary, useCustomer, useNotes } from '../queries.ts';
import { ResourceCounts } from '../resource-counts.tsx';
import { Tags } from '../tags.tsx';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id');
const NEWEST_NOTES = 3;

export function OverviewTab() {
  const id = Number(route.useParams().id);
  const { data: account } = useCustomer(id);
  if (!account) return <Skeleton height={240} />;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Figures account={account} />
        <Contacts account={account} />
        <NextCharges charges={account.next_charges} />
      </div>
      <div className={classes.column}>
        <AccountFacts account={account} />
        <NewestNotes id={id} />
        <ResourceCounts account={account} />
      </div>
    </div>
  );
}

function AccountFacts({ account }: { account: AccountSummary }) {
  const { id, created_at, billing, tags } = account;
  const [changes, setChanges] = useState(false);
  return (
    <Surface
      title={texts.facts}
      actions={
        <Button size="xs" variant="default" onClick={() => setChanges(true)}>
          {texts.changeTags}
        </Button>
      }
    >
      <Facts
        facts={[
          [texts.created, <Moment key="at" at={created_at} />],
          [texts.kind, billing?.kind && texts.kinds[billing.kind as keyof typeof texts.kinds]],
          [texts.company, billing?.company],
          [texts.country, billing?.country],
          [texts.currency, billing?.currency],
          [texts.invoiceEmail, billing?.invoice_email],
          [texts.language, billing?.language],
          [texts.trustFact, billing?.trusted && texts.trustedFact],
          [texts.holdFact, billing?.hold_until && <Moment key="hold" at={billing.hold_until} exact />],
          [texts.tags, tags.length > 0 && <Tags key="tags" tags={tags} />],
        ]}
      />
      {changes && <ChangeTags id={id} tags={tags} onClose={() => setChanges(false)} />}
    </Surface>
  );
}

function NewestNotes({ id }: { id: number }) {
  const notes = useNotes(id, {}, NEWEST_NOTES);
  const total = notes.data?.meta.total ?? 0;
  return (
    <Surface
      title={texts.notes}
      actions={
        total > NEWEST_NOTES && (
          <Anchor component={Link} to={`/operator/customers/${id}/notes`} size="sm">
            {`${texts.allNotes} (${total})`}
          </Anchor>
        )
      }
    >
      {notes.data && total === 0 ? <Text c="dimmed">{texts.noNotes}</Text> : <NoteList notes={notes.data?.data} />}
    </Surface>
  );
}
