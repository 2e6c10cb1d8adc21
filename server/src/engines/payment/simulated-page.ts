import { formatMoney } from '#kernel/currency.ts';
import { escapeHtml } from '#kernel/html.ts';
import type { ProgramAnswer, ProgramPage } from '#kernel/http/program-pages.ts';
import type { SimulatedPayments } from './simulated.ts';
import { simulatedCards } from './simulated-cards.ts';
import type { SignedEvent } from './simulated-events.ts';
import { SIMULATED_PAGE, type SimulatedPayment, type SimulatedSetup } from './simulated-records.ts';
import { STYLE } from './simulated-style.ts';

/** Pages where customers of the simulated provider choose a card and pay. Anyone who knows the reference can. */
export function simulatedPaymentPages(
  driver: SimulatedPayments,
  deliver: (providerEvent: SignedEvent) => Promise<void>,
): ProgramPage[] {
  async function show(reference: string): Promise<ProgramAnswer | undefined> {
    const found = await driver.find(reference);
    return found && toPage(isOver(found) ? writeEnd(found) : writeChoice(found));
  }

  return [
    {
      method: 'GET',
      path: SIMULATED_PAGE,
      answer: ({ query }) => show(String(query.reference ?? '')),
    },
    {
      method: 'POST',
      path: SIMULATED_PAGE,
      async answer({ body }) {
        const form = new URLSearchParams(body);
        const reference = form.get('reference') ?? '';
        if ((await driver.find(reference)) === undefined) return undefined;
        const card = form.get('press') === 'pay' ? (form.get('card') ?? '') : null;
        const known = card === null || simulatedCards.has(card);
        for (const providerEvent of known ? await driver.decide(reference, card) : []) await deliver(providerEvent);
        return show(reference);
      },
    },
  ];
}

type Shown = SimulatedPayment | SimulatedSetup;

function isPayment(shown: Shown): shown is SimulatedPayment {
  return 'amount' in shown;
}

function isOver(shown: Shown): boolean {
  return isPayment(shown) ? shown.failure !== null || shown.settlesAt !== null : shown.mandate !== null;
}

function writeChoice(shown: Shown): string {
  const cards = [...simulatedCards].map(
    ([name, { label, behaviour }], index) =>
      `<label><input type="radio" name="card" value="${name}"${index === 0 ? ' checked' : ''}>
<span><b>${escapeHtml(label)}</b><small>${escapeHtml(behaviour)}</small></span></label>`,
  );
  const [title, about, press] = isPayment(shown)
    ? [formatMoney(shown.amount, shown.currency), shown.description, `Pay ${formatMoney(shown.amount, shown.currency)}`]
    : ['Save a card', 'It is charged for invoices from now on.', 'Save the card'];
  return `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p>
<form method="post" action="${SIMULATED_PAGE}">
<input type="hidden" name="reference" value="${escapeHtml(shown.reference)}">
<fieldset><legend>Choose what the bank will do</legend>${cards.join('')}</fieldset>
<button name="press" value="pay">${escapeHtml(press)}</button>
${isPayment(shown) ? '<button name="press" value="decline" class="quiet">Decline</button>' : ''}
</form>${writeBack(shown, 'Back without it')}`;
}

function writeEnd(shown: Shown): string {
  const failure = isPayment(shown) ? shown.failure : null;
  const [title, about] = failure
    ? ['Not paid', failure.message]
    : isPayment(shown)
      ? ['Paid', `${formatMoney(shown.amount, shown.currency)} for: ${shown.description}`]
      : ['Saved', 'The card can be charged from now on.'];
  return `<h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(about)}</p>${writeBack(shown, 'Continue')}`;
}

function writeBack({ returnUrl }: Shown, text: string): string {
  const leads = returnUrl !== null && /^https?:\/\//.test(returnUrl);
  return leads ? `<a href="${escapeHtml(returnUrl)}">${escapeHtml(text)}</a>` : '';
}

/** No scripts and no external content. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

function toPage(content: string): ProgramAnswer {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Simulated payment</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="${POLICY}"><style>${STYLE}</style></head>
<body><main><p class="notice">Simulated payment: no money moves.</p>${content}</main></body></html>`;
  return { type: 'text/html; charset=utf-8', body };
}
