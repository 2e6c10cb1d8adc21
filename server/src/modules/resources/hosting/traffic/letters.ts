import type { WriteLetter } from '#kernel/mail/letter.ts';
import type { Say } from '#kernel/texts/say.ts';
import { GB, type TrafficTerms, USUAL_THROTTLE_MBPS } from './terms.ts';
import { texts } from './texts.ts';

interface Report {
  readonly hostname: string;
  readonly month: string;
  readonly out_bytes: number;
  readonly level: number;
}

/** Notifies owners that a server has used a percentage of its included traffic. */
export function writeTraffic(report: Report, terms: TrafficTerms, url: string): WriteLetter {
  const { hostname, month, out_bytes, level } = report;
  return (say) => {
    const sent = formatGb(out_bytes, say);
    const included = formatGb(terms.includedGb * GB, say);
    return {
      subject: say(texts.subject, { hostname, level }),
      paragraphs: [say(texts.sentInMonth, { hostname, sent, month, included }), sayBeyond(terms, level >= 100, say)],
      facts: [
        [say(texts.server), hostname],
        [say(texts.month), month],
        [say(texts.sent), sent],
        [say(texts.included), included],
      ],
      action: { label: say(texts.showTraffic), url },
    };
  };
}

function sayBeyond(terms: TrafficTerms, isBeyond: boolean, say: Say): string {
  const { beyond, throttleMbps: speed = USUAL_THROTTLE_MBPS } = terms;
  if (beyond === 'bill') return say(isBeyond ? texts.billedNow : texts.billedBeyond);
  return say(isBeyond ? texts.limitedNow : texts.limitedBeyond, { speed });
}

/** Formats bytes as GB with at most two decimals, rounded down: less than was used, never more. */
function formatGb(bytes: number, say: Say): string {
  return `${say.number(Math.floor(bytes / (GB / 100)) / 100, { maximumFractionDigits: 2 })} GB`;
}
