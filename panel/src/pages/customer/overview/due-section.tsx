import { DueNow } from '../../../resources/billing/due-now.tsx';
import { Section } from './section.tsx';
import { texts } from './texts.ts';

export function DueSection() {
  return (
    <Section title={texts.due} more={{ label: texts.billing, to: '/billing' }}>
      <DueNow plain />
    </Section>
  );
}
