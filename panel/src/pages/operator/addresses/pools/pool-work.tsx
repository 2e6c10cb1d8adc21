import { useNavigate } from '@tanstack/react-router';
import { CommandDialog } from '#operator/command-dialog.tsx';
import type { AddressPool, PoolAddress } from '#operator/generated/types.gen.ts';
import { texts } from './texts.ts';

export type PoolWork =
  | { readonly kind: 'reserve' | 'remove'; readonly pool: AddressPool }
  | { readonly kind: 'release'; readonly address: string };

/** Dialog of the chosen work on a pool. */
export function PoolWorkDialog({ work, onClose }: { work: PoolWork; onClose: () => void }) {
  const navigate = useNavigate();
  const shared = { touches: ['addresses'], onClose };
  if (work.kind === 'release') {
    return (
      <CommandDialog
        {...shared}
        title={texts.releaseTitle(work.address)}
        text={texts.releaseText}
        path="/addresses/release"
        query={{ id: work.address }}
        action={texts.release}
        done={texts.released(work.address)}
      />
    );
  }
  const { id, network } = work.pool;
  if (work.kind === 'remove') {
    return (
      <CommandDialog
        {...shared}
        title={texts.removeTitle(network)}
        text={texts.removeText}
        path="/addresses/pools/remove"
        query={{ id }}
        action={texts.remove}
        destructive
        done={texts.removed}
        onDone={() => void navigate({ to: '/operator/addresses/pools' })}
      />
    );
  }
  return (
    <CommandDialog<PoolAddress[]>
      {...shared}
      title={texts.reserve}
      text={texts.reserveText}
      path="/addresses/reserve"
      fields={[
        { name: 'id', label: texts.first, required: true, inUrl: true },
        { name: 'last', label: texts.last, description: texts.lastHint },
        { name: 'note', label: texts.reason },
      ]}
      action={texts.reserve}
      done={(rows) => texts.reservedDone(rows.length)}
    />
  );
}
