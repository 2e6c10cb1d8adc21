import { Text } from '@mantine/core';
import { type Resource, useResourceName } from './resource.ts';
import { texts } from './texts.ts';

export function ResourceName({ resource }: { resource: Resource }) {
  const name = useResourceName(resource);
  return (
    <span title={name}>
      {name}{' '}
      <Text span inherit c="dimmed">
        {texts.kinds[resource.type]}
      </Text>
    </span>
  );
}
