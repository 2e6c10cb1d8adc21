import { useState } from 'react';
import type { FieldError } from '../api/failure.ts';
import { type ErrorForm, showFormErrors } from './form-errors.ts';

interface SentForm extends ErrorForm {
  reset(): void;
}

/** Of a mutation, what a form needs of it. */
interface Sends<Input, Output> {
  mutate(input: Input, ends: { onSuccess: (output: Output) => void; onError: (error: unknown) => void }): void;
}

/**
 * Sends what a form says. What went wrong stands at its fields; what belongs to none of them is the `problem`. What was
 * typed is forgotten only when it has arrived.
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
