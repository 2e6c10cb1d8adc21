import type { DescribedCommand } from './write-manual.ts';

/** Writes a completion for bash. It is static: starting the program for every key would take too long. */
export function writeCompletion(commands: readonly DescribedCommand[]): string {
  const nouns = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const verbs = nouns.map((noun) => {
    const own = commands.filter(({ name }) => name.startsWith(`${noun} `)).map(({ name }) => name.split(' ')[1]);
    return `    ${noun}) echo '${[...new Set(own)].join(' ')}' ;;`;
  });
  const flags = commands.map(({ name, options }) => {
    const own = Object.keys(options).map((option) => `--${option.replaceAll('_', '-')}`);
    return `    '${name}') echo '${[...own, '--json', '--help'].join(' ')}' ;;`;
  });
  return `# Completion of hostler for bash.
_hostler_verbs() {
  case "$1" in
${verbs.join('\n')}
  esac
}

_hostler_options() {
  case "$1" in
${flags.join('\n')}
  esac
}

_hostler() {
  local current=\${COMP_WORDS[COMP_CWORD]} words='' word options
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    words+="\${words:+ }$word"
  done
  if [[ $current == -* ]]; then
    options=$(_hostler_options "$words")
  elif [[ -z $words ]]; then
    options='${nouns.join(' ')}'
  elif [[ $words != *' '* ]]; then
    options=$(_hostler_verbs "$words")
  fi
  mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
}

complete -F _hostler hostler
`;
}
