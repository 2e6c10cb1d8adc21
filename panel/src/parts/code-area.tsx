import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './code-area.module.css';

/** Field for keys, scripts and other code: it grows with its content. */
export function CodeArea(props: TextareaProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      classNames={{ input: classes.code }}
      {...props}
    />
  );
}
