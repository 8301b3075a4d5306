"""Dots and boxes written plainly: a line is a pair of dots, a dot a pair of numbers; a box is a set of four lines."""


def lines_of(rows, columns):
    dots = {(column, row) for column in range(columns + 1) for row in range(rows + 1)}
    return [(dot, to) for dot in sorted(dots) for to in ((dot[0] + 1, dot[1]), (dot[0], dot[1] + 1)) if to in dots]


def boxes_of(rows, columns):
    corners = [(column, row) for column in range(columns) for row in range(rows)]
    return {
        (x, y): {((x, y), (x + 1, y)), ((x, y), (x, y + 1)), ((x + 1, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y + 1))}
        for x, y in corners
    }


def written(line):
    return "-".join("abcdefghijklmnopqrstuv"[column] + str(row + 1) for column, row in line)
