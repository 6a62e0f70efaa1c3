"""Swift as the checks of scripts/ read it: without comments, and where wanted without strings. Every line stays in its place."""
import re

# Comments, strings and names in backticks. A string inside another one's interpolation ends the outer one here; quotes come in pairs, so
# the next line is read rightly again. The first group saves time.
TOKEN = re.compile(
    r'(?=[/"#`])(?://[^\n]*|/\*.*?\*/|(#*)"""[^\S\n]*\n(?:.*?\n)??[^\S\n]*"""\1|(#+)".*?"\2|"(?:\\.|[^"\\\n])*"|#/[^\n]+?/#|`[^`\n]+`)',
    re.S)
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:(?:public|package|internal|private|fileprivate)[ \t]+)?"
    r"import[ \t]+(?:(?:struct|class|enum|protocol|func|let|var|typealias)[ \t]+)?(\w+)", re.M)


def blank(token):
    text = token[0]
    return re.sub(r"[^\n]", " ", text) if "\n" in text else " " * len(text)


def code(text):
    """The text without comments, strings and names in backticks."""
    return TOKEN.sub(blank, text)


def without_comments(text):
    return TOKEN.sub(lambda token: blank(token) if token[0].startswith(("//", "/*")) else token[0], text)


def line_of(text, position):
    """The line that a place stands on, counted from 1."""
    return text.count("\n", 0, position) + 1
