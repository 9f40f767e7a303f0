// Parses Haxe's serialization format, which play.threesgame.com uses for its saved game: all kinds
// of values that haxe.Serializer writes (https://haxe.org/manual/std-serialization-format.html).
//
// Links may contain hostile texts. So every length is checked, the parser only moves forward, and
// size, nesting and lists are limited: a few bytes must not create more than a few values. Nothing
// in the text is executed or looked up.

const limits = {
  text: 65536, // characters
  depth: 32, // max. nesting
  nulls: 4096, // max. items of lists in short form, in total
  arguments: 256, // max. arguments of a constructor
};
const integer = 2 ** 31; // integers have 32 bits

// Returns the value in JavaScript. Objects, instances of classes, and maps with text or integer
// keys become objects without a prototype; maps with other keys, arrays of [key, value]; arrays and
// lists, arrays; dates, {date}, as text or milliseconds; bytes, {bytes}, in Haxe's base 64;
// constructors of enums, {type, tag, arguments}, where the tag is a name or an index; classes and
// enums, {type}; instances with a custom format, {type, custom}, with their values. Throws an Error
// for any other text.
export function readHaxe(text) {
  if (text.length > limits.text) throw new Error('too long');
  let at = 0,
    depth = 0,
    nulls = 0;
  const strings = []; // strings that R refers to
  const objects = []; // objects that r refers to

  const fail = (problem, where = at) => {
    throw new Error(`${problem} at ${where}`);
  };
  const match = (pattern, missing) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) fail(missing);
    at += found.length;
    return found;
  };
  const digits = () => {
    const number = Number(match(/-?\d{1,10}/y, 'no number'));
    if (number < -integer || number >= integer) fail('a number of more than 32 bits');
    return number;
  };
  const float = () => Number(match(/[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,4})?/y, 'no number'));
  const count = (most, what) => {
    const number = digits();
    if (number < 0 || number > most) fail(`${number} ${what}`);
    return number;
  };
  const listed = (list) => {
    const index = digits();
    if (!(index in list)) fail(`no item ${index}`);
    return list[index];
  };
  // Reads `LENGTH:` and that many characters.
  const counted = () => {
    const size = Number(match(/\d{1,6}:/y, 'no length').slice(0, -1));
    if (at + size > text.length) fail('cut short');
    at += size;
    return text.slice(at - size, at);
  };
  const unescaped = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return fail('a text that is not well formed');
    }
  };
  const string = (kind = text[at++]) => {
    if (kind === 'R') return listed(strings);
    if (kind !== 'y') fail(`'${kind}' where a text is expected`, at - 1);
    const read = unescaped(counted());
    strings.push(read);
    return read;
  };
  const keep = (object) => {
    objects.push(object);
    return object;
  };
  // Reads up to `end`, and skips it.
  const until = (end, read) => {
    while (text[at] !== end) {
      if (at >= text.length) fail('cut short');
      read();
    }
    at++;
  };
  const members = (end, key) => {
    const made = keep(Object.create(null));
    until(end, () => {
      const name = key();
      made[name] = value();
    });
    return made;
  };
  const integerKey = () => {
    match(/:/y, 'no key');
    return digits();
  };
  const pairs = () => {
    const list = keep([]);
    until('h', () => {
      const key = value();
      list.push([key, value()]);
    });
    return list;
  };
  const items = () => {
    const list = keep([]);
    until('h', () => {
      if (text[at] !== 'u') {
        list.push(value());
        return;
      }
      at++;
      const empty = count(limits.nulls - nulls, 'empty items');
      nulls += empty;
      for (let i = 0; i < empty; i++) list.push(null);
    });
    return list;
  };
  // A constructor is registered after its arguments.
  const construct = (type, tag) => {
    match(/:/y, 'no arguments');
    const made = { type, tag, arguments: [] };
    for (let left = count(limits.arguments, 'arguments'); left > 0; left--)
      made.arguments.push(value());
    return keep(made);
  };
  const byIndex = () => {
    const type = string();
    match(/:/y, 'no index');
    return construct(type, count(integer, 'as an index'));
  };
  const byName = () => {
    const type = string();
    return construct(type, string());
  };
  const custom = () => {
    const made = keep({ type: string(), custom: [] });
    until('g', () => made.custom.push(value()));
    return made;
  };
  const bytes = () => {
    const read = counted();
    if (!/^[A-Za-z0-9%:]*$/.test(read)) fail('bytes that are not well formed');
    return keep({ bytes: read });
  };
  const date = () => {
    const isText = /^\d{4}-/.test(text.slice(at, at + 5));
    return keep({
      date: isText ? match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/y, 'no date') : float(),
    });
  };
  const instance = () => {
    string(); // class name
    return members('g', string);
  };
  const thrown = () => {
    value();
    return fail('an exception');
  };

  const kinds = {
    n: () => null,
    z: () => 0,
    t: () => true,
    f: () => false,
    i: digits,
    d: float,
    k: () => NaN,
    m: () => -Infinity,
    p: () => Infinity,
    y: () => string('y'),
    R: () => string('R'),
    r: () => listed(objects),
    o: () => members('g', string),
    c: instance,
    b: () => members('h', string),
    q: () => members('h', integerKey),
    M: pairs,
    a: items,
    l: items,
    v: date,
    s: bytes,
    w: byName,
    j: byIndex,
    C: custom,
    A: () => ({ type: string() }),
    B: () => ({ type: string() }),
    x: thrown,
  };
  function value() {
    if (++depth > limits.depth) fail('nested too deeply');
    const kind = text[at++];
    if (!Object.hasOwn(kinds, kind ?? '')) fail(`'${kind}' is no kind of value`, at - 1);
    const read = kinds[kind]();
    depth--;
    return read;
  }
  return value();
}
