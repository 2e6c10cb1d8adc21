import { Button, Menu } from '@mantine/core';
import { useReturn, useWays } from '../pay/queries.ts';
import { wordsOf } from '../pay/texts.ts';
import { useAddMethod } from './queries.ts';
import { texts } from './texts.ts';

/** Adds a payment method. Asks for the kind only if several can be saved; renders nothing if none can. */
export function AddMethod({ returnPath = '/billing/payment' }: { returnPath?: string }) {
  const { data: ways = [] } = useWays();
  const add = useAddMethod();
  useReturn(add.reset);
  const [first, ...more] = ways.filter(({ savable }) => savable);
  if (!first) return null;
  const pending = add.isPending || add.isSuccess;
  if (more.length === 0) {
    return (
      <Button variant="default" loading={pending} onClick={() => add.mutate({ driver: first.driver, returnPath })}>
        {texts.add}
      </Button>
    );
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={pending}>
          {texts.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[first, ...more].map(({ driver }) => (
          <Menu.Item key={driver} onClick={() => add.mutate({ driver, returnPath })}>
            {wordsOf(driver).title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
