import { useState } from 'react';
import type { FieldError } from '../requests/failure.ts';
import { type ErrorForm, showFormErrors } from './form-errors.ts';

interface SentForm extends ErrorForm {
  reset(): void;
}

/** The part of a mutation that is used here. */
interface Sends<Input, Output> {
  mutate(input: Input, ends: { onSuccess: (output: Output) => void; onError: (error: unknown) => void }): void;
}

/**
 * Submits a form. Errors are shown at their fields; an error without a field is returned as `problem`. The input is
 * cleared only after a success.
 */
export function useSending<Input, Output>(form: SentForm, mutation: Sends<Input, Output>, notFound?: FieldError) {
  const [problem, setProblem] = useState<unknown>(null);
  const send = (input: Input, onSent: (output: Output) => void) => {
    setProblem(null);
    mutation.mutate(input, {
      onSuccess: (output) => {
        form.reset();
        onSent(output);
      },
      onError: (error) => setProblem(showFormErrors(form, error, notFound)),
    });
  };
  return { problem, send };
}
