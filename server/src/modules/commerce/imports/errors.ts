import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  import_customer_missing: { code: 'CONFLICT', message: 'The customer {customer} is not imported yet.' },
  import_created_twice: {
    code: 'CONFLICT',
    message: 'Another import created {reference} at the same time. Switch this import on again.',
  },
  import_plan_gone: { code: 'CONFLICT', message: 'The plan {plan} does not exist any more.' },
  import_has_wrong_lines: {
    code: 'CONFLICT',
    message: 'Import {id} has {lines} wrong lines. Correct the file, discard this import, and upload the file again.',
  },
  import_customer_of_line_missing: {
    code: 'CONFLICT',
    message:
      'The customer {customer} of line {line} does not exist yet. Switch on the import of customers first, and wait until it is complete.',
  },
  import_line_paid_until_past: {
    code: 'CONFLICT',
    message:
      'Line {line} ({reference}) is paid until a day that has passed. Discard this import, and upload the file with current days.',
  },
});

export const fieldErrors = defineFieldErrors({
  import_empty: 'is empty. Its first line must name the columns: {columns}.',
  import_without_lines: 'has no lines after the column names.',
  import_column_missing: 'has no column {columns}. Its first line must name the columns.',
  import_column_repeated: 'has two columns {column}. Remove one.',
});
