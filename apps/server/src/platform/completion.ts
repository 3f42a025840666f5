import { type Command, defineCommand, WrongUse } from './command-line.ts';

type Entry = { name: string; about: string } & Pick<Command, 'flags' | 'firstWords'>;

const shells = { bash, zsh, fish };
const isShell = (name: string): name is keyof typeof shells => Object.hasOwn(shells, name);

/** The command that prints a shell's completion script for all commands. */
export function completionCommand(list: () => Promise<Entry[]>): Command {
  return defineCommand(
    {
      syntax: 'bash | zsh | fish',
      help: `印出补全的脚本。长期用：
  bash  mojian completion bash > /etc/bash_completion.d/mojian
  zsh   mojian completion zsh > /usr/local/share/zsh/site-functions/_mojian
  fish  mojian completion fish > ~/.config/fish/completions/mojian.fish`,
      words: [1, 1],
      firstWords: Object.keys(shells),
    },
    async ({ words: [shell = ''] }) => {
      if (!isShell(shell)) throw new WrongUse(`没有给 ${shell} 的补全`);
      const own = { name: 'completion', about: '印出命令行补全的脚本', flags: [], firstWords: Object.keys(shells) };
      process.stdout.write(shells[shell]([...(await list()), own]));
    },
  );
}

const flagsOf = ({ flags }: Entry) => [...flags, 'help'].map((flag) => `--${flag}`);

function bash(entries: Entry[]) {
  const cases = entries.map(
    (entry) => `    ${entry.name}) flags='${flagsOf(entry).join(' ')}' first='${entry.firstWords.join(' ')}' ;;`,
  );
  return `_mojian() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flags='' first=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${entries.map(({ name }) => name).join(' ')} help' -- "$cur"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "$first" -- "$cur")) ;;
  esac
}
complete -o default -F _mojian mojian
`;
}

function zsh(entries: Entry[]) {
  const cases = entries.map(
    (entry) => `    ${entry.name}) flags=(${flagsOf(entry).join(' ')}) first=(${entry.firstWords.join(' ')}) ;;`,
  );
  return `#compdef mojian
_mojian() {
  local -a commands flags first
  commands=(
${entries.map(({ name, about }) => `    '${name}:${about}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands 命令 commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $flags
  else
    (( CURRENT == 3 && $#first )) && compadd -- $first
    _files
  fi
}
if [[ $funcstack[1] == _mojian ]]; then _mojian "$@"; else compdef _mojian mojian; fi
`;
}

function fish(entries: Entry[]) {
  const lines = entries.flatMap(({ name, about, flags, firstWords }) => [
    `complete -c mojian -n __fish_use_subcommand -f -a ${name} -d '${about}'`,
    ...firstWords.map((word) => `complete -c mojian -n '__fish_seen_subcommand_from ${name}' -a '${word}'`),
    ...[...flags, 'help'].map((flag) => `complete -c mojian -n '__fish_seen_subcommand_from ${name}' -l ${flag}`),
  ]);
  return `${lines.join('\n')}\n`;
}
