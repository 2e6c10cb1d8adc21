import { ActionIcon, Button, Group, Menu, Skeleton, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Moment } from '../../../parts/moment.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { useSchedules } from './queries.ts';
import { RemoveSchedule } from './remove-schedule.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleMenu } from './schedule-menu.tsx';
import { ScheduleStatus } from './schedule-status.tsx';
import { texts } from './texts.ts';
import { tellTimetable } from './timetable.ts';

/** Shows the schedule of a server, of which there is at most one. */
export function ScheduleOf({ hostingId }: { hostingId: number }) {
  const may = useMay();
  const { data, isPending } = useSchedules({ hosting_id: hostingId });
  const [open, setOpen] = useState<'form' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const schedule = data?.data[0];
  const mayWrite = may('backups.write');
  return (
    <Surface
      title={texts.title}
      actions={
        mayWrite &&
        data &&
        (schedule ? (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={`${texts.title}: ${texts.edit}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <ScheduleMenu schedule={schedule} onEdit={() => setOpen('form')} onRemove={() => setOpen('remove')} />
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button variant="default" onClick={() => setOpen('form')}>
            {texts.create}
          </Button>
        ))
      }
    >
      {isPending && <Skeleton height={16} width={280} />}
      {data && !schedule && <Text c="dimmed">{texts.emptyOfServer}</Text>}
      {schedule && (
        <Group gap="lg">
          <ScheduleStatus {...schedule} />
          <span>{tellTimetable(schedule)}</span>
          <Text span c="dimmed">
            {texts.keep}: {schedule.keep}
          </Text>
          {schedule.next_run_at && (
            <Text span c="dimmed">
              {texts.next}: <Moment at={schedule.next_run_at} />
            </Text>
          )}
        </Group>
      )}
      {schedule?.error && schedule.status === 'active' && (
        <Text c="red" size="sm" mt="xs">
          {schedule.error}
        </Text>
      )}
      {open === 'form' && <ScheduleForm of={{ type: 'hosting', id: hostingId }} schedule={schedule} onClose={close} />}
      {open === 'remove' && schedule && <RemoveSchedule schedule={schedule} onClose={close} />}
    </Surface>
  );
}
