import { Group, Stack, Text } from '@mantine/core';
import { PathLink } from '#operator/path-link.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { STEPS, texts } from './texts.ts';

/** Leads to the lists that are needed to handle a report of abuse. */
export function AbusePage() {
  return (
    <>
      <PageTitle title={texts.title} description={texts.description} />
      <Stack gap="lg" maw={960}>
        {STEPS.map(({ title, text, links }) => (
          <Surface key={title} title={title}>
            <Text maw={720}>{text}</Text>
            <Group gap="lg" mt="sm">
              {links.map(({ label, href }) => (
                <PathLink key={href} href={href}>
                  {label}
                </PathLink>
              ))}
            </Group>
          </Surface>
        ))}
      </Stack>
    </>
  );
}
