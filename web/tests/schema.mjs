// schema.mjs TREY: compares docs/formats/engine.schema.json with the pages engine*.md beside it and with the
// answers of `TREY engine`: each member of an answer is in the schema, each member of the schema in
// the pages, and each command has its answers.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [trey] = process.argv.slice(2);
const schema = JSON.parse(readFileSync('docs/formats/engine.schema.json', 'utf8'));
const text = readdirSync('docs/formats')
  .filter((name) => /^engine.*\.md$/.test(name))
  .map((name) => readFileSync(`docs/formats/${name}`, 'utf8'))
  .join('\n');
const types = schema.$defs;

const resolve = (type) => (type.$ref ? types[type.$ref.replace('#/$defs/', '')] : type);

// A type with the members of the types that it extends.
export function whole(type) {
  const found = resolve(type);
  if (!found.allOf) return found;
  const parts = found.allOf.map(whole);
  return {
    ...found,
    properties: Object.assign({}, ...parts.map((part) => part.properties), found.properties),
    required: [...parts.flatMap((part) => part.required), ...found.required],
  };
}

const kinds = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
};

// Errors in a value, by the parts of JSON Schema that the file uses; a member without a declaration
// is an error, too.
function faults(value, reference, path) {
  const type = whole(reference);
  if (type.anyOf) {
    const all = type.anyOf.map((one) => faults(value, one, path));
    return all.find((found) => found.length === 0) ?? all[0];
  }
  if ('const' in type && value !== type.const) return [`${path}: not ${type.const}`];
  if (type.enum && !type.enum.includes(value)) return [`${path}: ${value} is not in the enum`];
  if (type.type && !kinds[type.type](value)) return [`${path}: not of type ${type.type}`];
  if (type.type === 'array') {
    const few = value.length < (type.minItems ?? 0) || value.length > (type.maxItems ?? Infinity);
    const found = value.flatMap((item, i) => faults(item, type.items, `${path}[${i}]`));
    return few ? [`${path}: ${value.length} items`, ...found] : found;
  }
  if (type.type !== 'object') return [];
  const lacking = (type.required ?? []).filter((name) => !(name in value));
  return [
    ...lacking.map((name) => `${path}: lacks ${name}`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = type.properties?.[name] ?? type.additionalProperties;
      return known
        ? faults(member, known, `${path}.${name}`)
        : [`${path}: the schema has no ${name}`];
    }),
  ];
}

let passed = 0;
const failed = [];
const check = (what, found) => {
  if (found.length === 0) passed++;
  else failed.push(`${what}: ${found.slice(0, 3).join('; ')}`);
};

const record = (rules, board, next, deck, score, slides) =>
  JSON.stringify({ format: 'trey record 1', rules, board, next, deck, score, slides });
const ofCourse = record('course rows=2 cols=3', '100000', '3', '0,1,0', 9, 'R03:2 D12:3 U53:2');
const of2048 = record('2048', '0100000000000010', '?', '0,0,0', 0, 'L51:?');

// One request a line.
const lines = String.raw`hello
new window seed 7
slide L
undo
redo
goto 0
game
save
check window 0000012003300000 next 1
board window [[1, 2, 0], [0, 3, 6]]
set window 0000012003300000 next 1
advice depth 2
odds games 8
auto 2 depth 1
auto depth 1
load ${ofCourse}
steps
review depth 1
load ${of2048}
advice depth 1
odds games 8
follow window 0,0,0,0/0,0,1,2/0,0,3,3/0,0,0,0 next 1
slide L
entered 7
next 2
put 0 3
advice depth 2
undo 2
sequence one\ntwo\n1 3 0 0\n1 0 3 2\n3 0 2 1\n0 2 0 0\n\n3 1 1 2\n
plan width 10
judge LL
replay L
set course,rows=2,cols=2 1000 next 2
solve
exact
pixels AAAA/wAAAP8=
picture 2 1
seen new window 3000000000000001 next 2
record window ${ofCourse}
tables
set course,rows=2,cols=2 3333 next 3
advice depth 1
exact
grid 2048 2x3 2 2 4 0 8 8
hallo
slide X`;

// The answers to the lines above, each sent after the answer to the previous one.
async function ask() {
  const engine = spawn(trey, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const wanted = lines.split('\n');
  const found = [];
  const next = () => engine.stdin.write(`${wanted.shift() ?? 'quit'}\n`);
  next();
  for await (const line of createInterface(engine.stdout)) {
    if (!line.startsWith('{')) continue;
    found.push(line);
    if (!JSON.parse(line).more) next();
  }
  return found;
}

const answers = await ask();
const met = new Set();
for (const line of answers) {
  const answer = JSON.parse(line);
  const kind = schema.answers[answer.re];
  const names = answer.error
    ? ['ErrorAnswer']
    : answer.more
      ? [...(kind?.more ?? []), kind?.last]
      : [kind?.last];
  const tries = names
    .filter(Boolean)
    .map((name) => [name, faults(answer, { $ref: `#/$defs/${name}` }, name)]);
  const fits = tries.find(([, found]) => found.length === 0);
  if (fits) met.add(fits[0]);
  check(line.slice(0, 90), fits ? [] : (tries[0]?.[1] ?? ['the schema has no such command']));
}
const words = ['trey', 'isready', 'setoption', 'newgame', 'position', 'go', 'stop', 'quit'];
const hello = JSON.parse(answers.find((line) => line.startsWith('{"re":"hello"')) ?? '{}');
for (const command of hello.commands ?? ['hello'])
  if (!words.includes(command))
    check(
      `command ${command}`,
      met.has(schema.answers[command]?.last) ? [] : ['no answer was met'],
    );

// Members that the document names: in its code spans and its examples.
const spans = new Set(
  text.match(/`[^`\n]+`|"[\w?!]+"(?=:)/g)?.flatMap((span) => span.match(/[\w?!]+/g) ?? []),
);
const members = new Map();
for (const [name, type] of Object.entries(types))
  for (const member of Object.keys(type.properties ?? {})) members.set(member, name);
for (const [member, name] of members)
  check(`${name}.${member}`, spans.has(member) ? [] : ['no page engine*.md names it']);
const examples = text
  .split('\n')
  .filter((line) => /^ {4}< \{/.test(line))
  .join('\n');
for (const [, member] of examples.matchAll(/[{,]"([\w?!]+)":/g))
  check(
    `member ${member} of an example`,
    members.has(member) || /^\d+$/.test(member) || member in (hello.fields ?? {})
      ? []
      : ['the schema has no such member'],
  );

for (const what of failed) console.log(`not ok ${what}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
