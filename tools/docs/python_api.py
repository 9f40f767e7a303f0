"""The public names of a Python module as HTML, from its source alone: no import, so that
neither numpy nor the library is needed.

Classes, their public methods and properties, functions and constants, in the order of the
file, each with its signature and docstring. Usage: body(path)
"""
import ast
import html
import re


def text_of(docstring):
    """Paragraphs; indented blocks, lists of arguments and examples stay as they are."""
    parts = []
    for block in re.split(r"\n\s*\n", docstring.strip()):
        lines = block.split("\n")
        plain = all(line == line.lstrip() for line in lines) and ">>>" not in block
        if plain and not any(re.match(r"\w+: ", line) for line in lines):
            marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(block))
            parts.append(f"<p>{marked}</p>")
        else:
            parts.append(f"<pre>{html.escape(block)}</pre>")
    return "\n".join(parts)


def signature(node, name):
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{name}({arguments}){returns}"


def is_public(name):
    return not name.startswith("_")


def decorators(node):
    return {ast.unparse(one).split(".")[-1] for one in node.decorator_list}


def comment_above(lines, node):
    """The `#:` comment of an assignment, before it or behind it."""
    behind = re.search(r"#: (.*)", lines[node.end_lineno - 1])
    if behind:
        return behind[1]
    found, row = [], node.lineno - 2
    while row >= 0 and lines[row].strip().startswith("#:"):
        found.insert(0, lines[row].strip()[2:].strip())
        row -= 1
    return " ".join(found)


def fields(node, lines):
    """Fields of a dataclass, a named tuple or an enumeration."""
    rows = []
    for one in node.body:
        target = (one.target if isinstance(one, ast.AnnAssign) else
                  one.targets[0] if isinstance(one, ast.Assign) else None)
        if isinstance(target, ast.Name) and is_public(target.id):
            shown = (f"{target.id}: {ast.unparse(one.annotation)}"
                     if isinstance(one, ast.AnnAssign) else ast.unparse(one))
            rows.append(f"<dt><code>{html.escape(shown)}</code></dt>"
                        f"<dd>{html.escape(comment_above(lines, one))}</dd>")
    return "<dl>" + "".join(rows) + "</dl>" if rows else ""


def entry(level, heading, docstring, anchor):
    text = text_of(docstring) if docstring else ""
    return (f'<h{level} id="{anchor}"><code>{html.escape(heading)}</code></h{level}>\n{text}')


def class_entry(node, lines):
    made = [one for one in node.body if isinstance(one, ast.FunctionDef)]
    start = next((one for one in made if one.name == "__init__"), None)
    heading = signature(start, node.name).split(" ->")[0] if start else node.name
    parts = [entry(2, f"class {heading}", ast.get_docstring(node), node.name),
             fields(node, lines)]
    if start is not None and ast.get_docstring(start):
        parts.append(text_of(ast.get_docstring(start)))
    for one in made:
        if not is_public(one.name):
            continue
        kinds = decorators(one)
        name = one.name if "property" in kinds else signature(one, one.name)
        if "property" in kinds and one.returns:
            name += f": {ast.unparse(one.returns)}"
        elif kinds & {"classmethod", "staticmethod"}:
            name = f"{node.name}.{name}"
        parts.append(entry(3, name, ast.get_docstring(one), f"{node.name}.{one.name}"))
    return "\n".join(parts)


def body(path):
    source = path.read_text()
    tree, lines = ast.parse(source), source.split("\n")
    title = "trey" if path.stem == "__init__" else f"trey.{path.stem.lstrip('_')}"
    parts = [f"<h1>{title}</h1>", text_of(ast.get_docstring(tree) or "")]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            if node.name.startswith("C") and "Structure" in map(ast.unparse, node.bases):
                continue
            parts.append(class_entry(node, lines))
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            parts.append(entry(2, signature(node, node.name), ast.get_docstring(node),
                               node.name))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, comment = node.targets[0].id, comment_above(lines, node)
            if name.isupper() and is_public(name) and comment:
                parts.append(entry(2, ast.unparse(node)[:90], comment, name))
    return "\n".join(parts)
