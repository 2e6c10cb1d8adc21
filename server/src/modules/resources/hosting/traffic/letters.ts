import type { Letter } from '#kernel/mail/letter.ts';
import { GB, type TrafficTerms, USUAL_THROTTLE_MBPS } from './terms.ts';

interface Report {
  readonly hostname: string;
  readonly month: string;
  readonly out_bytes: number;
  readonly level: number;
}

/** Notifies owners that a server has used a percentage of its included traffic. */
export function writeTraffic({ hostname, month, out_bytes, level }: Report, terms: TrafficTerms, url: string): Letter {
  return {
    subject: `${hostname} has used ${level} % of its included traffic`,
    paragraphs: [
      `Your server ${hostname} has sent ${formatGb(out_bytes)} in ${month}. The plan includes ${formatGb(terms.includedGb * GB)} per calendar month.`,
      describeBeyond(terms, level >= 100),
    ],
    facts: [
      ['Server', hostname],
      ['Month', month],
      ['Sent', formatGb(out_bytes)],
      ['Included', formatGb(terms.includedGb * GB)],
    ],
    action: { label: 'Show the traffic', url },
  };
}

function describeBeyond({ beyond, throttleMbps = USUAL_THROTTLE_MBPS }: TrafficTerms, isBeyond: boolean): string {
  if (beyond === 'bill') {
    return isBeyond
      ? 'Each further started GB is billed after the month, up to the cap of the subscription. At the cap, the network is limited until the month ends. You can raise the cap on the page of the server.'
      : 'Beyond that, each started GB is billed after the month, up to the cap of the subscription.';
  }
  return isBeyond
    ? `Its network is now limited to ${throttleMbps} Mbit/s. The limit ends with the month, or with a change to a plan that includes more.`
    : `Beyond that, its network is limited to ${throttleMbps} Mbit/s until the month ends.`;
}

/** Formats bytes as GB with at most two decimals, rounded down: less than was used, never more. */
function formatGb(bytes: number): string {
  const hundredths = Math.floor(bytes / (GB / 100)) / 100;
  return `${hundredths.toLocaleString('en', { maximumFractionDigits: 2 })} GB`;
}
