import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import type { Told } from './choose.ts';
import { texts } from './texts.ts';

/** Alerts that are named. The others are counted. */
const MOST_NAMED = 20;

/** Writes one mail for all alerts, firing ones first. The messages of alerts are those of the API. */
export function writeAlerts({ firing, resolved }: Told, url: string): WriteLetter {
  const all = [...firing, ...resolved];
  const [only] = all;
  const more = all.length - MOST_NAMED;
  const isOne = all.length === 1 && only !== undefined;
  return (say) => {
    const sum = sumUp(firing.length, resolved.length, say);
    const subject = firing.length > 0 ? texts.alertSubject : texts.resolvedSubject;
    return {
      subject: isOne ? say(subject, { message: only.message }) : sum,
      paragraphs: [...(isOne ? [] : [`${sum}.`]), ...(more > 0 ? [say(texts.more, { shown: MOST_NAMED, more })] : [])],
      facts: all
        .slice(0, MOST_NAMED)
        .map(({ now_state, message, started_at, resolved_at }) =>
          now_state === 'firing'
            ? ([say(texts.since, { time: say.time(started_at) }), message] as const)
            : ([say(texts.resolvedAt, { time: say.time(resolved_at ?? started_at) }), message] as const),
        ),
      action: { label: say(texts.openMonitoring), url },
      notes: [say(texts.change)],
    };
  };
}

function sumUp(firing: number, resolved: number, say: Say): string {
  const parts = [
    ...(firing > 0 ? [say(texts.active, { count: firing })] : []),
    ...(resolved > 0 ? [say(texts.resolved, { count: resolved })] : []),
  ];
  return parts.join(', ');
}
