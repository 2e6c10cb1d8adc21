import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import {
  type ExtraAddressOffer,
  useAddAddress,
  useAddressOffer,
  useRemoveAddress,
} from '../../../resources/servers/address-queries.ts';
import { addressTexts as texts } from '../../../resources/servers/address-texts.ts';

/** Button that adds an address, if the plan of the server offers any. */
export function AddAddressButton({ id }: { id: number }) {
  const { data: offer } = useAddressOffer(id);
  const [opened, setOpened] = useState(false);
  if (!offer || offer.price === null || offer.families.length === 0) return null;
  return (
    <>
      <Button variant="default" disabled={offer.count >= offer.max} onClick={() => setOpened(true)}>
        {texts.add}
      </Button>
      {opened && <AddAddress id={id} offer={offer} onClose={() => setOpened(false)} />}
    </>
  );
}

interface AddAddressProps {
  readonly id: number;
  readonly offer: ExtraAddressOffer;
  readonly onClose: () => void;
}

/** Shows the price of an extra address before it is added. */
function AddAddress({ id, offer, onClose }: AddAddressProps) {
  const [family, setFamily] = useState(offer.families[0] ?? 4);
  const add = useAddAddress(id);
  const money = formatMoney(offer.price ?? 0, offer.currency ?? '');
  const price = offer.tax_included ? texts.addTaxed(money) : texts.addUntaxed(money);
  return (
    <Modal opened onClose={onClose} title={texts.addTitle}>
      <Stack>
        <Text>{texts.addText(price)}</Text>
        {offer.families.length > 1 && (
          <SegmentedControl
            aria-label={texts.version}
            data={offer.families.map((one) => ({ value: String(one), label: `IPv${one}` }))}
            value={String(family)}
            onChange={(chosen) => setFamily(chosen === '6' ? 6 : 4)}
          />
        )}
        <Text>{texts.addHint}</Text>
        <Text size="sm" c="dimmed">
          {texts.most(offer.count, offer.max)}
        </Text>
        {add.error ? <Failure error={add.error} title={texts.notAdded} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'hosting.addresses.create', input: { id, family } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={add.isPending} onClick={() => add.mutate(family, { onSuccess: onClose })}>
              {texts.add}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

interface RemoveAddressProps {
  readonly id: number;
  readonly address: string;
  readonly onClose: () => void;
}

export function RemoveAddress({ id, address, onClose }: RemoveAddressProps) {
  const remove = useRemoveAddress(id);
  return (
    <Modal opened onClose={onClose} title={texts.removeTitle(address)}>
      <Stack>
        <Text>{texts.removeText}</Text>
        {remove.error ? <Failure error={remove.error} title={texts.notRemoved} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'hosting.addresses.remove', input: { id, address } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate(address, { onSuccess: onClose })}
            >
              {texts.remove}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
