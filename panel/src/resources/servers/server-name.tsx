import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/place-context.tsx';
import { useServerName } from './queries.ts';
import classes from './server-name.module.css';
import { texts } from './texts.ts';

/** Shows the name of a server and links to it, if readable. */
export function ServerName({ id }: { id: number | null }) {
  const may = useMay();
  const { data } = useServerName(id, may('hosting.read'));
  if (id === null)
    return (
      <Text span inherit c="dimmed">
        {texts.none}
      </Text>
    );
  const name = data?.hostname ?? `#${id}`;
  if (!may('hosting.read')) return name;
  return (
    <Anchor
      inherit
      className={classes.name}
      title={name}
      renderRoot={(props) => <Link {...props} to="/servers/$id" params={{ id: String(id) }} />}
    >
      {name}
    </Anchor>
  );
}
