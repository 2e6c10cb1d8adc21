import type { Action } from '@hostler/sdk';
import { describeAction } from './texts.ts';

/** Stands for the name while the sentence is made: it has another place in each language. */
const NAME = '\u0000';

/** Shows what an action does, with the name of its record in bold. */
export function ActionSentence({ action, name }: { action: Action; name: string }) {
  const [before, after] = describeAction(action, NAME).split(NAME);
  return (
    <>
      {before}
      <b>{name}</b>
      {after}
    </>
  );
}
