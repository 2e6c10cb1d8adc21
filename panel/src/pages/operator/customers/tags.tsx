import { Badge } from '@mantine/core';
import classes from './tags.module.css';

/** Tags of a customer, one beside the other. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </span>
  );
}
