"""`referee compile`: compile a file of your own games in place."""

from pathlib import Path

import click


@click.command("compile")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--remove", "removed", is_flag=True, help="Remove what was built from it instead.")
def compile_file(file: Path, removed: bool) -> None:
    """Compile a file of your own games in place.

    What is built lies beside the FILE and is used as long as the FILE does not change. A plain game runs faster then;
    with C types, which docs/compile.md adds line by line, it runs fifty times as fast.
    """
    from referee.commands.compiler import NotCompiled, compile_module, remove_build

    try:
        if removed:
            gone = remove_build(file)
            click.echo(f"removed {gone}" if gone else f"nothing was built from {file}")
            return
        module, kinds = compile_module(file)
        click.echo(f"built {module}")
        for name, plain in kinds:
            untyped = ", ".join(plain)
            click.echo(f"{name}: still runs as Python: no C types in {untyped}" if untyped else f"{name}: runs in C")
    except NotCompiled as error:
        for line in error.details:
            click.echo(line, err=True)
        raise click.ClickException(str(error)) from error
