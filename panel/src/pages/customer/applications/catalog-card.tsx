import type { CatalogEntry } from '@hostler/sdk';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatBytes } from '../../../parts/numbers.ts';
import { ApplicationIcon } from '../../../resources/applications/application-icon.tsx';
import { describeCategories } from '../../../resources/applications/recipe-texts.ts';
import { texts } from '../../../resources/applications/texts.ts';
import classes from './catalog.module.css';

/** Catalogue card; the whole card links to the application. */
export function CatalogCard({ entry, server }: { entry: CatalogEntry; server: number | undefined }) {
  const { slug, name, version, summary, icon, categories, needs } = entry;
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <ApplicationIcon icon={icon} />
        <div className={classes.words}>
          <Title order={2} size="h3" className={classes.name}>
            <Link
              to="/applications/catalog/$slug"
              params={{ slug }}
              search={server === undefined ? {} : { server }}
              className={classes.opener}
            >
              {name}
            </Link>
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {version}
          </Text>
        </div>
      </div>
      <Text size="sm" className={classes.summary}>
        {summary}
      </Text>
      <Text size="xs" c="dimmed" className={classes.foot}>
        {[
          describeCategories(categories.slice(0, 2)),
          needs.memory_mb > 0 && texts.memory(formatBytes(needs.memory_mb * 1024 ** 2)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </article>
  );
}
