import type { CatalogEntry } from '@hostler/sdk';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { formatBytes } from '../../../parts/numbers.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { ApplicationIcon } from '../../../resources/applications/application-icon.tsx';
import { useCatalog } from '../../../resources/applications/queries.ts';
import { describeCategories } from '../../../resources/applications/recipe-texts.ts';
import { TESTED, texts } from '../../../resources/applications/texts.ts';
import { imageName } from '../../../resources/servers/image-name.ts';
import { useMay } from '../../../session/place-context.tsx';
import classes from './entry.module.css';
import { InstallDrawer } from './install-drawer.tsx';

const route = getRouteApi('/frame/applications/catalog/$slug');

/** Catalogue page of one application. */
export function EntryPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const { data: entries, error, isFetching, refetch } = useCatalog();
  const entry = entries?.find((each) => each.slug === slug);
  if (error && !entries) return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  if (entries && !entry) return <NotFound />;
  const { install, ...kept } = search;
  const open = (isOpen: boolean) => void navigate({ search: isOpen ? { ...kept, install: true } : kept });
  return (
    <>
      <Anchor
        size="sm"
        className={classes.back}
        renderRoot={(props) => <Link {...props} to="/applications" search={kept} />}
      >
        {texts.title}
      </Anchor>
      <div className={classes.head}>
        {entry ? <ApplicationIcon icon={entry.icon} size="large" /> : <Skeleton width={56} height={56} />}
        <div className={classes.title}>
          <PageTitle
            title={entry?.name ?? ''}
            beside={
              entry && (
                <Text c="dimmed" className={classes.version}>
                  {entry.version}
                </Text>
              )
            }
            description={entry?.summary}
          >
            {entry && may('applications.write') && <Button onClick={() => open(true)}>{texts.install}</Button>}
          </PageTitle>
        </div>
      </div>
      {entry && (
        <div className={classes.columns}>
          <Stack gap="md">
            <Surface title={texts.about}>
              <Stack gap="xs" className={classes.description}>
                {paragraphsOf(entry.description).map((paragraph) => (
                  <Text key={paragraph}>{paragraph}</Text>
                ))}
              </Stack>
            </Surface>
            <Surface title={texts.steps} description={texts.stepsText}>
              <ol className={classes.steps}>
                {entry.steps.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ol>
            </Surface>
            {entry.parameters.length > 0 && <Asked parameters={entry.parameters} />}
          </Stack>
          <Surface title={texts.details}>
            <EntryFacts entry={entry} />
          </Surface>
        </div>
      )}
      {entry && may('applications.write') && (
        <InstallDrawer
          entry={entry}
          serverId={search.server ?? null}
          opened={install === true}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}

/** Joins hard-wrapped lines into paragraphs, which are separated by empty lines. */
function paragraphsOf(text: string): string[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' '));
}

function EntryFacts({ entry }: { entry: CatalogEntry }) {
  const { needs, ports, license, homepage, tested, categories, https } = entry;
  const needed = [
    needs.memory_mb > 0 && texts.memory(formatBytes(needs.memory_mb * 1024 ** 2)),
    needs.disk_gb > 0 && texts.disk(formatBytes(needs.disk_gb * 1024 ** 3)),
  ].filter((part) => part !== false);
  return (
    <Facts
      facts={[
        [texts.needs, needed.length > 0 && <Lines key="needs" lines={needed} />],
        [texts.systems, needs.systems.length > 0 ? needs.systems.map(imageName).join(', ') : texts.anySystem],
        [
          texts.ports,
          ports.length === 0 ? (
            texts.noPorts
          ) : (
            <Lines
              key="ports"
              lines={ports.map(({ port, protocol, purpose }) => `${texts.port(port, protocol)} – ${purpose}`)}
            />
          ),
        ],
        [texts.https, https && texts.httpsOffered],
        [texts.tested, TESTED[tested] ?? tested],
        [texts.categories, describeCategories(categories)],
        [texts.license, license],
        [
          texts.homepage,
          homepage && (
            <Anchor key="homepage" href={homepage} target="_blank" rel="noreferrer" inherit className={classes.link}>
              {homepage.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </Anchor>
          ),
        ],
      ]}
    />
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Stack>
  );
}

function Asked({ parameters }: Pick<CatalogEntry, 'parameters'>) {
  return (
    <Surface title={texts.parametersAsked}>
      <ul className={classes.asked}>
        {parameters.map(({ name, label, description, required, generated }) => (
          <li key={name}>
            <Group gap={8}>
              <Text fw={500} size="sm">
                {label}
              </Text>
              {!required && (
                <Text size="xs" c="dimmed">
                  {generated ? texts.generatedShort : texts.optional}
                </Text>
              )}
            </Group>
            {description && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Surface>
  );
}
