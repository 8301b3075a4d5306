"""The scripts by which shells ask what may be typed. They differ from click's where a comment says why."""

# Click joins the words that bash has split, and so tears specs apart: here the line up to the cursor is passed on as it
# was typed, and beside it what bash is going to replace. It works from bash 3.2, that of macOS.
BASH = """\
# referee completes its words in bash once this line stands in ~/.bashrc:
#     eval "$(referee completion bash)"

%(complete_func)s() {
    local type value
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames 2>/dev/null ;;
            file) compopt -o default 2>/dev/null ;;
            open) COMPREPLY+=("$value"); compopt -o nospace 2>/dev/null ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_CWORD="$2" %(complete_var)s=bash_complete "$1" 2>/dev/null)
}

complete -o nosort -F %(complete_func)s %(prog_name)s 2>/dev/null || complete -F %(complete_func)s %(prog_name)s
"""

# As click's, except for items of the type open, which no blank follows.
ZSH = """\
#compdef %(prog_name)s
# referee completes its words in zsh once this line stands in ~/.zshrc, below compinit:
#     eval "$(referee completion zsh)"

%(complete_func)s() {
    local -a completions completions_with_descriptions open response
    local type key descr
    (( ! $+commands[%(prog_name)s] )) && return 1

    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \\
%(complete_var)s=zsh_complete %(prog_name)s 2>/dev/null)}")

    for type key descr in ${response}; do
        if [[ "$type" == "open" ]]; then
            open+=("$key")
        elif [[ "$type" == "plain" && "$descr" == "_" ]]; then
            completions+=("$key")
        elif [[ "$type" == "plain" ]]; then
            completions_with_descriptions+=("$key":"$descr")
        elif [[ "$type" == "dir" ]]; then
            _path_files -/
        elif [[ "$type" == "file" ]]; then
            _path_files -f
        fi
    done

    if [ -n "$completions_with_descriptions" ]; then
        _describe -V unsorted completions_with_descriptions -U
    fi
    if [ -n "$completions" ]; then
        compadd -U -V unsorted -a completions
    fi
    if [ -n "$open" ]; then
        compadd -U -S '' -V open -a open
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

# As click's, but cut at the first comma alone, because specs hold commas too.
FISH = """\
# referee completes its words in fish once this line stands in ~/.config/fish/config.fish:
#     referee completion fish | source

function %(complete_func)s
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) \\
COMP_CWORD=(commandline -ct) %(prog_name)s 2>/dev/null)

    for completion in $response
        set -l metadata (string split --max 1 "," -- $completion)

        if test $metadata[1] = "dir"
            __fish_complete_directories $metadata[2]
        else if test $metadata[1] = "file"
            __fish_complete_path $metadata[2]
        else if test $metadata[1] = "plain"
            echo -- $metadata[2]
        end
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""
