import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconActivityHeartbeat } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { changeSearch } from '../../../parts/list-search.ts';
import { SectionTitle } from '../../../parts/section-title.tsx';
import { AlertTable } from '../../../resources/monitoring/alert-table.tsx';
import { useAlertList } from '../../../resources/monitoring/queries.ts';
import { RuleForm } from '../../../resources/monitoring/rules/rule-form.tsx';
import { RuleTable } from '../../../resources/monitoring/rules/rule-table.tsx';
import { texts as ruleTexts } from '../../../resources/monitoring/rules/texts.ts';
import { texts } from '../../../resources/monitoring/texts.ts';
import { useServer } from '../../../resources/servers/queries.ts';
import { useMay } from '../../../session/place-context.tsx';

const route = getRouteApi('/frame/servers/$id/monitoring');

/** Rules and alerts of one server. */
export function MonitoringTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { data: server } = useServer(id);
  const alerts = useAlertList({ ...search, hosting_id: id });
  const [isAdding, add] = useDisclosure(false);
  const mayAdd = may('hosting.write') && server !== undefined && server.status !== 'terminated';
  const button = mayAdd && (
    <Button variant="default" onClick={add.open}>
      {ruleTexts.add}
    </Button>
  );
  return (
    <Stack gap="xl">
      <div>
        <SectionTitle title={ruleTexts.title} description={ruleTexts.description}>
          {button}
        </SectionTitle>
        {server ? (
          <RuleTable
            server={server}
            empty={
              <EmptyState
                icon={IconActivityHeartbeat}
                text={ruleTexts.emptyOfServer}
                call={{ operation: 'monitoring.rules.list', input: { hosting_id: id } }}
              >
                {button}
              </EmptyState>
            }
          />
        ) : (
          <Skeleton height={212} />
        )}
      </div>
      <div>
        <SectionTitle title={texts.alerts}>
          <CodeCorner call={() => ({ operation: 'monitoring.alerts.list', input: { hosting_id: id } })} />
        </SectionTitle>
        <AlertTable
          label={texts.alertsOfServer}
          query={alerts}
          rows={alerts.data?.data}
          pager={{
            meta: alerts.data?.meta,
            onPage: (page) => void navigate({ search: (before) => changeSearch(before, { page }) }),
          }}
          empty={
            <Text p="xl" c="dimmed" ta="center">
              {texts.noneOfServer}
            </Text>
          }
        />
      </div>
      {isAdding && server && <RuleForm of={{ server }} onClose={add.close} />}
    </Stack>
  );
}
