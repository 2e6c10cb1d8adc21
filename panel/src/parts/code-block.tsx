import classes from './code-block.module.css';
import { CopyButton } from './copyable.tsx';

/** Shows code with a button that copies all of it. */
export function CodeBlock({ code, what = 'code' }: { code: string; what?: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <pre className={classes.code} tabIndex={0}>
        {code}
      </pre>
      <span className={classes.copy}>
        <CopyButton value={code} what={what} />
      </span>
    </div>
  );
}
