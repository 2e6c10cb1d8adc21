import type { Letter } from '../../../../kernel/mail/letter.ts';
import { formatTime } from '../../../../kernel/time.ts';
import type { Told } from './choose.ts';

/** Named one by one; of the others it is said how many. */
const MOST_NAMED = 20;

/** One mail for all of them, those that fire first. */
export function writeAlerts({ firing, resolved }: Told, url: string): Letter {
  const all = [...firing, ...resolved];
  const [only] = all;
  const more = all.length - MOST_NAMED;
  return {
    subject:
      all.length === 1 && only
        ? `${firing.length > 0 ? 'Alert' : 'Resolved'}: ${only.message}`
        : sumUp(firing.length, resolved.length),
    paragraphs: [
      ...(all.length === 1 ? [] : [`${sumUp(firing.length, resolved.length)}.`]),
      ...(more > 0 ? [`The first ${MOST_NAMED} are below; ${more} more are in the panel.`] : []),
    ],
    facts: all
      .slice(0, MOST_NAMED)
      .map(({ now_state, message, started_at, resolved_at }) =>
        now_state === 'firing'
          ? ([`Since ${formatTime(started_at)}`, message] as const)
          : ([`Resolved ${formatTime(resolved_at ?? started_at)}`, message] as const),
      ),
    action: { label: 'Open monitoring', url },
    notes: ['Whether and when you get such mail, you choose in the panel, under Monitoring.'],
  };
}

function sumUp(firing: number, resolved: number): string {
  const parts = [
    ...(firing > 0 ? [`${firing} ${firing === 1 ? 'alert fires' : 'alerts fire'}`] : []),
    ...(resolved > 0 ? [`${resolved} ${resolved === 1 ? 'has' : 'have'} resolved`] : []),
  ];
  return parts.join(', ');
}
