import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  import_empty: 'is empty. Its first line must name the columns: {columns}.',
  import_without_lines: 'has no lines after the column names.',
  import_column_missing: 'has no column {columns}. Its first line must name the columns.',
  import_column_repeated: 'has two columns {column}. Remove one.',
});
