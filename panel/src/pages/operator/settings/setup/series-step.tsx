import { Button, Group, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Failure } from '#parts/failure.tsx';
import { type DocumentSeries, useChooseNumber, useSeries } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.series;
const TYPES = [
  { type: 'invoice', prefix: 'INV-' },
  { type: 'credit_note', prefix: 'CN-' },
] as const;

/** The next numbers. They can be chosen until the first document of a series is issued. */
export function SeriesStep() {
  const series = useSeries();
  if (!series.data) return null;
  return <Numbers key={JSON.stringify(series.data.data)} series={series.data.data} />;
}

function Numbers({ series }: { series: readonly DocumentSeries[] }) {
  const last = (prefix: string) => series.filter((one) => one.series.startsWith(prefix)).at(-1)?.in_database ?? 0;
  const [problem, setProblem] = useState<unknown>(null);
  const initialValues = { invoice: last('INV-') + 1, credit_note: last('CN-') + 1 };
  const form = useForm({ initialValues });
  const choose = useChooseNumber();
  const free = TYPES.filter(({ prefix }) => !series.some((one) => one.series.startsWith(prefix) && one.in_archive > 0));
  const save = async (values: typeof initialValues) => {
    setProblem(null);
    try {
      for (const { type } of free) {
        if (values[type] !== initialValues[type]) await choose.mutateAsync({ type, next: Number(values[type]) });
      }
      notifications.show({ message: words.saved });
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack>
        {series.map((one) => (
          <Text key={one.series} size="sm">
            {words.last(one.series, one.in_database)}
          </Text>
        ))}
        {free.length > 0 && (
          <>
            <Text size="sm" c="dimmed">
              {words.text}
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {free.map(({ type }) => (
                <NumberInput
                  key={type}
                  label={words.next[type]}
                  min={1}
                  max={999_999}
                  allowDecimal={false}
                  allowNegative={false}
                  {...form.getInputProps(type)}
                />
              ))}
            </SimpleGrid>
            {problem ? <Failure error={problem} title={words.failed} /> : null}
            <Group justify="flex-end">
              <Button type="submit" loading={choose.isPending} disabled={!form.isDirty()}>
                {words.save}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}
