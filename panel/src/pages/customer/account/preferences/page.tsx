import { SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core';
import { useMemo } from 'react';
import { hasSeveralLanguages } from '#locales/languages.ts';
import { LanguageSelect } from '#parts/language-select.tsx';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { type Preferences, setPreferences, usePreferences } from '#parts/preferences.ts';
import { Surface } from '#parts/surface.tsx';
import { listTimeZones } from '#parts/time-zones.ts';
import { useRestartQuestion } from '#resources/servers/restart-question.ts';
import { useColourScheme } from '#theme/colour-scheme.ts';
import classes from './page.module.css';
import { texts } from './texts.ts';

/** Select values are strings; the empty one means "same as this device". */
const OWN = '';

export function PreferencesPage() {
  const { chosen, setScheme } = useColourScheme();
  const { timeZone, firstDay } = usePreferences();
  const { asks, setAsks } = useRestartQuestion();
  const zones = useMemo(listZones, []);
  const now = useMemo(() => new Date().toISOString(), []);
  return (
    <>
      <PageTitle title={texts.title} description={texts.description} />
      <Stack gap="md">
        {hasSeveralLanguages && (
          <Surface title={texts.language}>
            <div className={classes.fields}>
              <LanguageSelect />
            </div>
          </Surface>
        )}
        <Surface title={texts.colours}>
          <SegmentedControl
            aria-label={texts.colours}
            data={texts.schemes}
            value={chosen}
            onChange={(value) => setScheme(value as typeof chosen)}
          />
        </Surface>
        <Surface title={texts.times}>
          <Stack className={classes.fields}>
            <Select
              label={texts.timeZone}
              searchable
              allowDeselect={false}
              data={zones}
              limit={80}
              value={timeZone ?? OWN}
              onChange={(zone) => setPreferences({ timeZone: zone || null })}
            />
            <Text size="sm" c="dimmed">
              {texts.now} <Moment at={now} exact />
            </Text>
            <Select
              label={texts.firstDay}
              allowDeselect={false}
              data={texts.days}
              value={firstDay === null ? OWN : String(firstDay)}
              onChange={(day) => setPreferences({ firstDay: day ? (Number(day) as Preferences['firstDay']) : null })}
            />
          </Stack>
        </Surface>
        <Surface title={texts.questions}>
          <Switch
            label={texts.restart}
            checked={asks}
            onChange={({ currentTarget }) => setAsks(currentTarget.checked)}
          />
        </Surface>
      </Stack>
    </>
  );
}

function listZones(): { value: string; label: string }[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    { value: OWN, label: texts.ownZone(own) },
    ...listTimeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
}
