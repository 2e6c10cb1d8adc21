import { lazy, Suspense } from 'react';
import classes from './plain.module.css';

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

/** Shows Markdown; the plain text until its code is loaded. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className={classes.plain}>{text}</div>}>
      <Markdown text={text} />
    </Suspense>
  );
}
