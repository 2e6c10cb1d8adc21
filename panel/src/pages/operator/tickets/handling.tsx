import { t } from '@lingui/core/macro';
import { Button, Select, Stack } from '@mantine/core';
import type { RefObject } from 'react';
import { useMe } from '#operator/me.ts';
import { Failure } from '#parts/failure.tsx';
import { Surface } from '#parts/surface.tsx';
import { type StaffTicketWithMessages, useAssign, useAssignees, useQueues, useUpdateTicket } from './queries.ts';
import { PRIORITIES, texts } from './texts.ts';

const PRIORITY_OPTIONS = Object.entries(PRIORITIES).map(([value, label]) => ({ value, label }));
const NOBODY = '0';

interface HandlingProps {
  readonly ticket: StaffTicketWithMessages;
  readonly assignField: RefObject<HTMLInputElement | null>;
}

/** Assignee, priority and department of a ticket. */
export function Handling({ ticket, assignField }: HandlingProps) {
  const { id, assignee_id, assignee_name, priority, department, status } = ticket;
  const { person } = useMe();
  const assignees = useAssignees();
  const queues = useQueues();
  const assign = useAssign(id);
  const update = useUpdateTicket(id);
  const closed = status === 'closed';
  const to = (assignee: number) =>
    assign.mutate({ assignee_id: assignee === 0 ? undefined : assignee, expected_assignee_id: assignee_id ?? 0 });
  const staff = (assignees.data?.assignees ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  const current = assignee_id === null ? NOBODY : String(assignee_id);
  const left = current !== NOBODY && staff.every(({ value }) => value !== current);
  const departments = new Set([department, ...(queues.data?.departments.map((one) => one.department) ?? [])]);
  return (
    <Surface title={texts.handling}>
      <Stack gap="sm">
        <Select
          ref={assignField}
          label={texts.assign}
          // A closed list would be a second element with this label.
          comboboxProps={{ keepMounted: false }}
          searchable
          disabled={closed || assign.isPending}
          allowDeselect={false}
          data={[
            { value: NOBODY, label: texts.nobody },
            ...(left ? [{ value: current, label: assignee_name ?? '' }] : []),
            ...staff,
          ]}
          value={current}
          onChange={(chosen) => chosen !== null && chosen !== current && to(Number(chosen))}
        />
        {person && !closed && assignee_id !== person.id && (
          <Button variant="default" size="xs" loading={assign.isPending} onClick={() => to(person.id)}>
            {texts.assignToMe}
          </Button>
        )}
        {assign.error ? <Failure error={assign.error} title={t`The ticket was not assigned`} /> : null}
        <Select
          label={texts.priority}
          disabled={closed || update.isPending}
          allowDeselect={false}
          data={PRIORITY_OPTIONS}
          value={priority}
          onChange={(chosen) => chosen !== null && chosen !== priority && update.mutate({ priority: chosen })}
        />
        <Select
          label={texts.department}
          disabled={closed || update.isPending}
          allowDeselect={false}
          data={[...departments]}
          value={department}
          onChange={(chosen) => chosen !== null && chosen !== department && update.mutate({ department: chosen })}
        />
        {update.error ? <Failure error={update.error} title={t`The ticket was not changed`} /> : null}
      </Stack>
    </Surface>
  );
}
