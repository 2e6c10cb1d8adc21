import { Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { type AddressToSetUp, SETUP_WAYS, writeSetup } from '../../../resources/servers/address-setup.ts';
import { addressTexts as texts } from '../../../resources/servers/address-texts.ts';

/** Shows how to use an extra address inside the server. */
export function SetUpAddress({ address, onClose }: { address: AddressToSetUp; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.setUpTitle(address.address)} size="lg">
      <Stack>
        <Text>{texts.setUpText}</Text>
        <Text>{texts.setUpCard}</Text>
        <Tabs defaultValue={SETUP_WAYS[0]} keepMounted={false}>
          <Tabs.List mb="sm">
            {SETUP_WAYS.map((way) => (
              <Tabs.Tab key={way} value={way}>
                {way}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {SETUP_WAYS.map((way) => (
            <Tabs.Panel key={way} value={way}>
              <CodeBlock code={writeSetup(way, address)} what={way} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Modal>
  );
}
