import classes from './explanation.module.css';

export interface Explained {
  readonly sentence: string;
  readonly steps: readonly { readonly label: string; readonly value: string }[];
}

/** Why an amount is what it is, as it was written down when the amount was made: a sentence, and the arithmetic. */
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
