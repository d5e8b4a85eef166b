/** The shells that can complete. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A script that completes in a shell. It asks the toolwright on the path, so it fits whichever version is installed. */
export const completionScript: { readonly [S in Shell]: string } = {
  bash: `_toolwright() {
  local IFS=$'\\n'
  COMPREPLY=($(toolwright --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _toolwright toolwright
`,
  zsh: `#compdef toolwright
_toolwright() {
  local -a found
  found=("\${(@f)$(toolwright --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _toolwright toolwright
`,
  fish: `complete -c toolwright -a '(toolwright --complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};
