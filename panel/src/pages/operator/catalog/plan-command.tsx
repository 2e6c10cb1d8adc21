import { CommandDialog } from '#operator/command-dialog.tsx';
import { formatMoney } from '#parts/numbers.ts';
import { EditPlan } from './edit-plan.tsx';
import type { StaffPlan } from './queries.ts';
import { texts } from './texts.ts';

export type Doing =
  | { readonly what: 'create' }
  | { readonly what: 'change' | 'hide' | 'publish' | 'stock' | 'reprice'; readonly plan: StaffPlan }
  | null;

/** Dialog of what staff do with a plan. */
export function PlanCommand({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  if (!doing) return null;
  if (doing.what === 'create') return <EditPlan onClose={onClose} />;
  const { what, plan } = doing;
  const { id, name, price, currency, billing_period } = plan;
  const common = { query: { id }, touches: ['plans', 'price-changes'], onClose };
  if (what === 'change') return <EditPlan key={id} plan={plan} onClose={onClose} />;
  if (what === 'hide') {
    return (
      <CommandDialog
        {...common}
        title={texts.hideTitle(name)}
        text={texts.hideText}
        path="/plans/hide"
        action={texts.hide}
        done={texts.hidden}
      />
    );
  }
  if (what === 'publish') {
    return (
      <CommandDialog
        {...common}
        title={texts.publishTitle(name)}
        text={texts.publishText}
        path="/plans/publish"
        action={texts.publish}
        done={texts.published}
      />
    );
  }
  if (what === 'stock') {
    return (
      <CommandDialog
        {...common}
        title={texts.stockTitle(name)}
        text={texts.stockText}
        path="/plans/stock"
        fields={[
          {
            name: 'stock',
            label: texts.stock,
            type: 'integer',
            ...(plan.stock === null ? {} : { initial: plan.stock }),
          },
        ]}
        action={texts.setStock}
        done={texts.stockSet}
      />
    );
  }
  return (
    <CommandDialog<readonly object[]>
      {...common}
      title={texts.repriceTitle(name)}
      text={texts.repriceText}
      path="/plans/reprice"
      fixed={{ period: billing_period, currency }}
      fields={[
        { name: 'price', label: texts.newPrice, type: 'money', currency, initial: price, required: true },
        { name: 'from', label: texts.from, type: 'date', required: true },
        {
          name: 'without_consent',
          label: texts.withoutConsent,
          type: 'choice',
          options: Object.entries(texts.consent).map(([value, label]) => ({ value, label })),
          initial: 'keep',
        },
      ]}
      action={(values) => texts.repriceAction(formatMoney(Number(values.price ?? 0), currency))}
      done={(notices) => texts.announced(notices.length)}
    />
  );
}
