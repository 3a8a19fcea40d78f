/** Asks for candidates for all words typed so far, without the program. Prints `WORD<tab>DESCRIPTION` lines, then `:N`. */
const ASK = 'kubectl-debug completion --';

const BASH = `# bash completion of kubectl-debug. For this shell: source <(kubectl-debug completion bash)
_kubectl_debug() {
  local line word prefix breaks directive text=\${COMP_LINE:0:COMP_POINT}
  local -a words candidates
  read -ra words <<<"$text"
  [[ $text == *[[:space:]] ]] && words+=('')
  word=\${words[\${#words[@]} - 1]}
  COMPREPLY=()
  mapfile -t candidates < <(${ASK} "\${words[@]:1}" 2>/dev/null)
  [ "\${#candidates[@]}" -gt 0 ] || return
  directive=\${candidates[\${#candidates[@]} - 1]}
  unset "candidates[\${#candidates[@]} - 1]"
  if [ "$directive" = :0 ]; then
    compopt -o default
    return
  fi
  # Bash splits words at these, and replaces only what follows the last one.
  breaks=\${COMP_WORDBREAKS//[^=:]/}
  [ -n "$breaks" ] && prefix=\${word%"\${word##*[$breaks]}"}
  for line in "\${candidates[@]}"; do
    line=\${line%%$'\\t'*}
    COMPREPLY+=("\${line#"$prefix"}")
  done
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[/=:] ]] && compopt -o nospace
}
complete -F _kubectl_debug kubectl-debug kubectl-dbg
`;

const ZSH = `#compdef kubectl-debug kubectl-dbg
# zsh completion of kubectl-debug. For this shell: source <(kubectl-debug completion zsh)
_kubectl_debug() {
  local -a candidates words_with_text
  local directive line
  candidates=("\${(@f)$(${ASK} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  directive=$candidates[-1]
  candidates[-1]=()
  if [[ $directive == :0 ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in $candidates; do
    line=\${line//:/\\\\:}
    words_with_text+=("\${line/$'\\t'/:}")
  done
  _describe -V 'kubectl-debug' words_with_text
}
if [ "$funcstack[1]" = "_kubectl_debug" ]; then
  _kubectl_debug
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
  compdef _kubectl_debug kubectl-debug kubectl-dbg
fi
`;

const FISH = `# fish completion of kubectl-debug. For this shell: kubectl-debug completion fish | source
function __kubectl_debug_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -e words[1]
  set -l candidates (${ASK} $words "$current" 2>/dev/null)
  if test (count $candidates) -gt 0 -a "$candidates[-1]" = ':0'
    set -l prefix (string match -r '^--[^=]*=' -- "$current")
    for found in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$current"))
      echo "$prefix$found"
    end
    return
  end
  string match -v -r '^:\\d+$' -- $candidates
end
complete -c kubectl-debug -f -a '(__kubectl_debug_complete)'
complete -c kubectl-dbg -f -a '(__kubectl_debug_complete)'
`;

/**
 * Older versions drop an empty argument that is not quoted twice. The dashes are quoted, as a script that starts the program,
 * such as npm makes, would not get them otherwise. An empty candidate keeps PowerShell from offering files.
 */
const POWERSHELL = `# PowerShell completion of kubectl-debug. For this shell: kubectl-debug completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'kubectl-debug', 'kubectl-dbg' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { "$_" })
  if ($wordToComplete -eq '') {
    $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
  }
  $lines = @(& kubectl-debug completion '--' @words 2>$null)
  if ($lines.Count -eq 0 -or $lines[-1] -eq ':0') { return }
  if ($lines.Count -eq 1) { return '' }
  $lines | Select-Object -SkipLast 1 | ForEach-Object {
    $word, $text = $_ -split "\`t", 2
    if (-not $text) { $text = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $text)
  }
}
`;

/** The completion script of each shell. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
