import { t } from '@lingui/core/macro';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { MACHINES, useHasRole } from '#operator/me.ts';
import { CodeBlock } from '#parts/code-block.tsx';
import { Failure } from '#parts/failure.tsx';
import { Surface } from '#parts/surface.tsx';
import { useConsoleOutput } from './queries.ts';
import { texts } from './texts.ts';

/** Console output of the machine, read on request: the engine should not be asked for every page. */
export function ConsoleOutput({ id }: { id: number }) {
  const may = useHasRole()(MACHINES);
  const [isShown, setIsShown] = useState(false);
  const output = useConsoleOutput(id, isShown);
  if (!may) return null;
  const show = () => {
    if (isShown) void output.refetch();
    setIsShown(true);
  };
  return (
    <Surface
      title={texts.console}
      actions={
        <Button variant="default" size="xs" loading={output.isFetching} onClick={show}>
          {isShown ? t`Refresh` : t`Show`}
        </Button>
      }
    >
      {output.error ? <Failure error={output.error} title={t`The console could not be read`} /> : null}
      {output.data && output.data.console !== '' ? (
        <CodeBlock code={output.data.console} what={t`console output`} />
      ) : (
        <Text c="dimmed">
          {output.data ? t`The machine has written nothing yet.` : t`The last lines of the machine.`}
        </Text>
      )}
    </Surface>
  );
}
