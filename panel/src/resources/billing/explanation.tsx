import classes from './explanation.module.css';

export interface Explained {
  readonly sentence: string;
  readonly steps: readonly { readonly label: string; readonly value: string }[];
}

/** Shows how an amount was computed: the sentence and steps stored with it. */
export function Explanation({ explanation: { sentence, steps } }: { explanation: Explained }) {
  return (
    <div className={classes.explanation}>
      <p className={classes.sentence}>{sentence}</p>
      {steps.length > 0 && (
        <dl className={classes.steps}>
          {steps.map(({ label, value }) => (
            <div key={`${label} ${value}`} className={classes.step}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
