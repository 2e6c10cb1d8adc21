import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { Told } from './choose.ts';

/** Alerts that are named. The others are counted. */
const MOST_NAMED = 20;

/** Writes one mail for all alerts, firing ones first. */
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
      ...(more > 0 ? [`The first ${MOST_NAMED} are listed below. The panel shows ${more} more.`] : []),
    ],
    facts: all
      .slice(0, MOST_NAMED)
      .map(({ now_state, message, started_at, resolved_at }) =>
        now_state === 'firing'
          ? ([`Since ${formatTime(started_at)}`, message] as const)
          : ([`Resolved ${formatTime(resolved_at ?? started_at)}`, message] as const),
      ),
    action: { label: 'Open monitoring', url },
    notes: ['Change these e-mails in the panel under Monitoring → Notifications.'],
  };
}

function sumUp(firing: number, resolved: number): string {
  const parts = [
    ...(firing > 0 ? [`${firing} active ${firing === 1 ? 'alert' : 'alerts'}`] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
  ];
  return parts.join(', ');
}
