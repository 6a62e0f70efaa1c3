"""Source text as the checks of scripts/ read it: with comments, and where wanted strings, taken out and every line in its place."""
import re

SWIFT_START = re.compile(r'#/[^\n]+?/#|//|/\*|(#*)"""|(#*)"|`[^`\n]+`')
SCRIPT_START = re.compile(r'//|/\*|["\'`]|/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])*/')
SCRIPT_QUOTED = {quote: re.compile(rf"(?:\\.|[^{quote}\\\n])*{quote}", re.S) for quote in "\"'"}
BEFORE_REGULAR_EXPRESSION = re.compile(r"(?:^|[(,=:\[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield))\s*$")


def blank(text):
    """The same lines with nothing on them."""
    return "\n".join(" " * len(line) for line in text.split("\n"))


class Masked:
    """A source text in three readings, each as long as the text itself.

    `code` has neither comments nor what stands in strings, `spoken` has strings but no comments, and `comments` has nothing
    but comments. `language` is swift, js or css.
    """

    def __init__(self, text, language):
        self.text = text
        code, spoken, comments = [], [], []
        position = 0
        for start, end, kind in tokens(text, language):
            between, token = text[position:start], text[start:end]
            code += [between, "`" + "_" * (len(token) - 2) + "`" if kind == "name" else blank(token)]
            spoken += [between, blank(token) if kind == "comment" else token]
            comments += [blank(between), token if kind == "comment" else blank(token)]
            position = end
        rest = text[position:]
        self.code = "".join(code) + rest
        self.spoken = "".join(spoken) + rest
        self.comments = "".join(comments) + blank(rest)


def tokens(text, language):
    """Where comments, strings and quoted names begin and end, in order."""
    return {"swift": swift_tokens, "js": script_tokens, "css": style_tokens}[language](text)


def swift_tokens(text):
    position = 0
    while start := SWIFT_START.search(text, position):
        token = start[0]
        if token == "//":
            end, kind = line_end(text, start.end()), "comment"
        elif token == "/*":
            end, kind = nested_comment_end(text, start.end()), "comment"
        elif token[0] == "`":
            end, kind = start.end(), "name"
        elif token.startswith("#/"):
            end, kind = start.end(), "string"
        else:
            hashes = start[1] if start[1] is not None else start[2]
            end, kind = swift_string_end(text, start.end(), hashes, '"""' in token), "string"
        yield start.start(), end, kind
        position = end


def line_end(text, position):
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def nested_comment_end(text, position):
    depth = 1
    for mark in re.compile(r"/\*|\*/").finditer(text, position):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def swift_string_end(text, position, hashes, is_multiline):
    quote = '"""' if is_multiline else '"'
    mark = re.compile(rf"\\{hashes}(\(|.)|{quote}{hashes}" + ("" if is_multiline else r"|\n"), re.S)
    while found := mark.search(text, position):
        if found[1] == "(":
            position = interpolation_end(text, found.end())
        elif found[1] is None:
            return found.end()
        else:
            position = found.end()
    return len(text)


def interpolation_end(text, position):
    depth = 1
    mark = re.compile(r'[()]|(#*)"""|(#*)"')
    while found := mark.search(text, position):
        if found[0] in "()":
            depth += 1 if found[0] == "(" else -1
            if depth == 0:
                return found.end()
            position = found.end()
        else:
            hashes = found[1] if found[1] is not None else found[2]
            position = swift_string_end(text, found.end(), hashes, '"""' in found[0])
    return len(text)


def script_tokens(text):
    position = 0
    while start := SCRIPT_START.search(text, position):
        token = start[0]
        if token == "//":
            end, kind = line_end(text, start.end()), "comment"
        elif token == "/*":
            closing = text.find("*/", start.end())
            end, kind = (len(text) if closing < 0 else closing + 2), "comment"
        elif token == "`":
            end, kind = template_end(text, start.end()), "string"
        elif token in "\"'":
            closing = SCRIPT_QUOTED[token].match(text, start.end())
            end, kind = (closing.end() if closing else line_end(text, start.end())), "string"
        elif BEFORE_REGULAR_EXPRESSION.search(text[max(0, start.start() - 40):start.start()]):
            end, kind = start.end(), "string"
        else:
            # A division.
            position = start.start() + 1
            continue
        yield start.start(), end, kind
        position = end


def template_end(text, position):
    mark = re.compile(r"\\.|`|\$\{", re.S)
    while found := mark.search(text, position):
        if found[0] == "`":
            return found.end()
        position = expression_end(text, found.end()) if found[0] == "${" else found.end()
    return len(text)


def expression_end(text, position):
    depth = 1
    mark = re.compile(r"[{}\"'`]")
    while found := mark.search(text, position):
        position = found.end()
        if found[0] == "`":
            position = template_end(text, position)
        elif found[0] in "\"'":
            closing = SCRIPT_QUOTED[found[0]].match(text, position)
            position = closing.end() if closing else position
        else:
            depth += 1 if found[0] == "{" else -1
            if depth == 0:
                return position
    return len(text)


def style_tokens(text):
    for found in re.finditer(r'/\*.*?\*/|"[^"\n]*"|\'[^\'\n]*\'', text, re.S):
        yield found.start(), found.end(), "comment" if found[0].startswith("/*") else "string"


def matching(code, position):
    """Where the bracket at `position` closes, in a text without strings and comments; the end of the text where it never does."""
    depth = 0
    for mark in re.compile(r"[(\[{]|[)\]}]").finditer(code, position):
        depth += 1 if mark[0] in "([{" else -1
        if depth == 0:
            return mark.start()
    return len(code)


def line_of(text, position):
    """The line that a place stands on, counted from 1."""
    return text.count("\n", 0, position) + 1
