import { t } from '@lingui/core/macro';
import { Button, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { locale } from '#locales/choice.ts';
import { Figure, Figures } from '#operator/figure.tsx';
import { OperatorCode } from '#operator/operator-code.tsx';
import { nameCountry } from '#parts/countries.ts';
import { download } from '#parts/download.ts';
import { Failure } from '#parts/failure.tsx';
import { Filters } from '#parts/filters.tsx';
import { changeSearch } from '#parts/list-search.ts';
import { Money } from '#parts/money.tsx';
import { formatMoney, formatNumber } from '#parts/numbers.ts';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { BillingSections } from '../sections.tsx';
import { writeReportCsv } from './csv.ts';
import { type BillingReport, useReport } from './queries.ts';
import classes from './report.module.css';
import { texts } from './texts.ts';

const route = getRouteApi('/operator/billing/report');
/** Months in the selection. */
const MOST = 36;

/** Revenue, tax by country and open items of a month. */
export function ReportPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const months = listMonths(new Date());
  const month = search.month ?? months[0] ?? '';
  const report = useReport(month);
  return (
    <>
      <PageTitle title={texts.title} description={texts.description}>
        <OperatorCode call={() => ({ path: '/billing/report', query: { month } })} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          aria-label={t`Download CSV`}
          disabled={!report.data}
          onClick={() => report.data && download(`report-${month}.csv`, writeReportCsv(report.data), 'text/csv')}
        >
          {texts.csv}
        </Button>
      </PageTitle>
      <BillingSections />
      <Filters>
        <Select
          aria-label={texts.month}
          searchable
          data={(months.includes(month) ? months : [month, ...months]).map((value) => ({
            value,
            label: nameMonth(value),
          }))}
          value={month}
          allowDeselect={false}
          onChange={(next) => void navigate({ search: (before) => changeSearch(before, { month: next ?? undefined }) })}
        />
      </Filters>
      {report.error && !report.data ? (
        <Failure error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data ? (
        <ReportView report={report.data} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

function ReportView({ report }: { report: BillingReport }) {
  const { revenue, taxes, open, cross_border: abroad } = report;
  const limit = formatMoney(abroad.limit, abroad.currency);
  return (
    <Stack gap="md">
      {revenue.map(({ currency, net, tax, total, documents }) => (
        <Figures key={currency}>
          <Figure name={`${texts.net} (${currency})`} value={<Money amount={net} currency={currency} />} />
          <Figure name={texts.tax} value={<Money amount={tax} currency={currency} />} />
          <Figure name={texts.total} value={<Money amount={total} currency={currency} />} />
          <Figure name={texts.documents} value={formatNumber(documents)} />
        </Figures>
      ))}
      <Surface title={texts.byCountry}>
        {taxes.length === 0 ? (
          <Text c="dimmed">{texts.none}</Text>
        ) : (
          <Sums
            label={texts.byCountry}
            head={[texts.country, texts.customers, texts.rate, texts.documents, texts.net, texts.tax, texts.total]}
            words={2}
            rows={taxes.map((sum) => [
              countryOf(sum.tax_country),
              countryOf(sum.customer_country),
              `${formatNumber(sum.tax_rate)} %`,
              formatNumber(sum.documents),
              <Money key="net" amount={sum.net} currency={sum.currency} />,
              <Money key="tax" amount={sum.tax} currency={sum.currency} />,
              <Money key="total" amount={sum.total} currency={sum.currency} />,
            ])}
          />
        )}
      </Surface>
      <Surface title={texts.open} description={texts.openText}>
        {open.length === 0 ? (
          <Text c="dimmed">{texts.nothingOpen}</Text>
        ) : (
          <Sums
            label={texts.open}
            head={[texts.due, texts.invoices, texts.total]}
            words={1}
            rows={open.map(({ status, currency, invoices, due }) => [
              texts.statuses[status],
              formatNumber(invoices),
              <Money key="due" amount={due} currency={currency} />,
            ])}
          />
        )}
      </Surface>
      <Surface title={texts.crossBorder} description={texts.crossBorderText(abroad.year, report.time_zone)}>
        <Text fz={22} fw={600}>
          <Money amount={abroad.net} currency={abroad.currency} />
        </Text>
        <Text>{abroad.is_over ? texts.above(limit) : texts.below(limit)}</Text>
      </Surface>
    </Stack>
  );
}

interface SumsProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Number of columns with words; the others are figures. */
  readonly words: number;
}

function Sums({ label, head, rows, words }: SumsProps) {
  const align = (index: number) => (index < words ? 'start' : 'end');
  return (
    <Table aria-label={label} className={classes.sums}>
      <Table.Thead>
        <Table.Tr>
          {head.map((name, index) => (
            <Table.Th key={name} ta={align(index)}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order.
          <Table.Tr key={place}>
            {row.map((cell, index) => (
              <Table.Td key={head[index]} ta={align(index)} data-label={head[index]}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function countryOf(code: string | null): string {
  return code === null ? '–' : nameCountry(code);
}

function listMonths(now: Date): string[] {
  return Array.from({ length: MOST }, (_, ago) => {
    const at = new Date(now.getFullYear(), now.getMonth() - ago, 1);
    return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
  });
}

function nameMonth(month: string): string {
  const at = new Date(`${month}-15T12:00:00`);
  if (Number.isNaN(at.getTime())) return month;
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(at);
}
