import { t } from '@lingui/core/macro';
import { ActionIcon, Checkbox, Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Column, Selection } from './columns.ts';
import classes from './data-table.module.css';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: number | string;
  readonly columns: readonly Column<Row>[];
  readonly rowLink?: (row: Row) => LinkProps;
  readonly onOpen?: (row: Row) => void;
  /** Items of the menu; null for a row without one. */
  readonly rowMenu?: (row: Row) => ReactNode;
  readonly rowName?: (row: Row) => string;
  readonly selection?: Selection;
}

export function TableRow<Row>({ row, id, columns, rowLink, onOpen, rowMenu, rowName, selection }: TableRowProps<Row>) {
  const name = rowName?.(row) ?? String(id);
  const items = rowMenu?.(row);
  const opens = rowLink !== undefined || onOpen !== undefined;
  return (
    <tr data-opens={opens || undefined} data-selected={selection?.selected.has(id) || undefined}>
      {selection && (
        <td className={classes.select}>
          <Checkbox
            size="xs"
            aria-label={t`Select ${name}`}
            checked={selection.selected.has(id)}
            onChange={() => selection.onChange(toggle(selection.selected, id))}
          />
        </td>
      )}
      {columns.map(({ key, title, render, align, from, card }, index) => (
        <td
          key={key}
          data-align={align}
          data-from={from}
          data-card={index === 0 ? 'title' : (card ?? 'line')}
          data-title={title}
        >
          {index === 0 && opens ? (
            <Opener row={row} rowLink={rowLink} onOpen={onOpen}>
              {render(row)}
            </Opener>
          ) : (
            render(row)
          )}
        </td>
      ))}
      {rowMenu && (
        <td className={classes.menu}>
          {items && (
            <Menu width={200}>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${name}`}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{items}</Menu.Dropdown>
            </Menu>
          )}
        </td>
      )}
    </tr>
  );
}

interface OpenerProps<Row> {
  readonly row: Row;
  readonly rowLink: ((row: Row) => LinkProps) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly children: ReactNode;
}

/** Covers the whole row with a real link or button, so that new tabs and the keyboard work as usual. */
function Opener<Row>({ row, rowLink, onOpen, children }: OpenerProps<Row>) {
  if (rowLink) {
    return (
      <Link {...rowLink(row)} className={classes.opener} data-row-opener>
        {children}
      </Link>
    );
  }
  return (
    <UnstyledButton className={classes.opener} data-row-opener onClick={() => onOpen?.(row)}>
      {children}
    </UnstyledButton>
  );
}

function toggle(selected: ReadonlySet<number | string>, id: number | string): ReadonlySet<number | string> {
  return selected.has(id) ? selected.difference(new Set([id])) : selected.union(new Set([id]));
}
