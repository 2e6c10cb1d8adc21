// The shells ask hostctl itself, so that the words and the names of records are always those of this version and account.
// hostctl returns the words that begin with the last one. No shell evaluates them.

const BASH = `_hostctl() {
  local IFS=$'\\n'
  COMPREPLY=($(hostctl __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _hostctl hostctl
`;

const ZSH = `#compdef hostctl
_hostctl() {
  local -a found
  found=("\${(@f)$(hostctl __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -Q -- "\${found[@]}"; else _files; fi
}
if [[ $funcstack[1] == _hostctl ]]; then _hostctl; else compdef _hostctl hostctl; fi
`;

const FISH = `function __hostctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -q current[1]; or set current ''
  hostctl __complete -- $words[2..-1] $current 2>/dev/null
end
complete -c hostctl -a '(__hostctl_complete)'
`;

export const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH };
