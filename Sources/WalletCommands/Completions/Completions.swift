/// Completion scripts for shells. They get all candidates from the program: see `Completer`.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # walletui for bash; made by `walletui completions bash`.
    _walletui() {
      local words=() word line i
      COMPREPLY=()
      for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        # bash takes --type=virtual for three words.
        if [[ $word != "=" ]]; then
          words+=("${word/#\~\//$HOME/}")
        elif ((i == COMP_CWORD)); then
          word=
          words+=("")
        fi
      done
      while IFS= read -r line; do
        if [[ $line == :files ]]; then
          compopt -o filenames 2>/dev/null
          while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
          return
        fi
        COMPREPLY+=("${line%%$'\t'*}")
      done < <("${COMP_WORDS[0]/#\~\//$HOME/}" __complete "${words[@]}" 2>/dev/null </dev/null)
    }
    complete -F _walletui walletui

    """#

  private static let zshScript = #"""
    #compdef walletui
    # walletui for zsh; made by `walletui completions zsh`.
    _walletui() {
      local line
      local -a before found
      before=("${(@)${(@Q)words[1,CURRENT-1]}/#\~\//$HOME/}")
      for line in "${(@f)$("$before[1]" __complete "${(@)before[2,-1]}" "$PREFIX" \
        2>/dev/null </dev/null)}"; do
        [[ -z $line ]] && continue
        if [[ $line == :files ]]; then
          compset -P '--*='
          _files
          return
        fi
        line=${line//:/\\:}
        found+=("${line/$'\t'/:}")
      done
      _describe -V walletui found
    }
    if [[ $funcstack[1] == _walletui ]]; then _walletui "$@"; else compdef _walletui walletui; fi

    """#

  private static let fishScript = #"""
    # walletui for fish; made by `walletui completions fish`.
    function __walletui_complete
      set -l words (commandline -opc)
      set -l token (commandline -ct)
      for line in ($words[1] __complete $words[2..-1] "$token" 2>/dev/null </dev/null)
        if test "$line" = :files
          set -l lead (string match -r '^--[^=]*=' -- "$token")
          for path in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$token"))
            echo "$lead"$path
          end
        else
          echo $line
        end
      end
    end
    complete -c walletui -f -a '(__walletui_complete)'

    """#
}
