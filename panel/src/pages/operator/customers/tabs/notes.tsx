import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Pager } from '#parts/data-table/pager.tsx';
import { Failure } from '#parts/failure.tsx';
import { Filters, SearchField } from '#parts/filters.tsx';
import { changeSearch, isFiltered } from '#parts/list-search.ts';
import { Surface } from '#parts/surface.tsx';
import { NoteList } from '../note-list.tsx';
import { useNotes } from '../queries.ts';
import { texts } from '../texts.ts';

const route = getRouteApi('/operator/customers/$id/notes');

export function NotesTab() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (before) => changeSearch(before, next) });
  const notes = useNotes(id, search);
  if (notes.error && !notes.data) return <Failure error={notes.error} onRetry={() => void notes.refetch()} />;
  return (
    <>
      <Filters>
        <SearchField
          label={texts.searchNotes}
          value={search.search ?? ''}
          onChange={(text) => change({ search: text })}
        />
      </Filters>
      <Surface>
        {notes.data?.meta.total === 0 ? (
          <Text c="dimmed">{isFiltered(search) ? texts.noNoteMatch : texts.noNotes}</Text>
        ) : (
          <NoteList notes={notes.data?.data} />
        )}
      </Surface>
      <Pager meta={notes.data?.meta} onPage={(page) => change({ page })} />
    </>
  );
}
