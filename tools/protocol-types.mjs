// protocol-types.mjs [--check]: writes web/engine/package/index.d.ts, the types of the package of
// the engine and of the page's modules, from docs/formats/engine.schema.json; with --check it says
// whether that file is up to date.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const output = 'web/engine/package/index.d.ts';
const { answers, $defs: types } = JSON.parse(
  readFileSync('docs/formats/engine.schema.json', 'utf8'),
);

const name = (reference) => reference.replace('#/$defs/', '');
const key = (text) => (/^\w+$/.test(text) ? text : `'${text}'`);
const comment = ({ description }) => (description ? `/** ${description} */\n` : '');

function typeOf(type) {
  if (type.$ref) return name(type.$ref);
  if (type.anyOf) return type.anyOf.map(typeOf).join(' | ');
  if ('const' in type) return JSON.stringify(type.const);
  if (type.enum) return type.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (type.type === 'integer') return 'number';
  if (type.type === 'array') {
    if (type.minItems && type.minItems === type.maxItems)
      return `[${Array.from({ length: type.minItems }, () => typeOf(type.items)).join(', ')}]`;
    const item = typeOf(type.items);
    return `${/[| ]/.test(item) ? `(${item})` : item}[]`;
  }
  if (type.type === 'object') return `{ [name: string]: ${typeOf(type.additionalProperties)} }`;
  return type.type;
}

function declaration([title, type]) {
  if (!type.properties) return `${comment(type)}export type ${title} = ${typeOf(type)};\n`;
  const members = Object.entries(type.properties).map(
    ([member, value]) =>
      `${comment(value)}${key(member)}${type.required.includes(member) ? '' : '?'}: ${typeOf(value)};\n`,
  );
  const parents = type.allOf
    ? ` extends ${type.allOf.map(({ $ref }) => name($ref)).join(', ')}`
    : '';
  return `${comment(type)}export interface ${title}${parents} {\n${members.join('')}}\n`;
}

const text = `// Made by tools/protocol-types.mjs from docs/formats/engine.schema.json of trey: change that.

${Object.entries(types).map(declaration).join('\n')}
/** The last line of the answer to each command. */
export interface Answers {
${Object.entries(answers)
  .map(([command, { last }]) => `${key(command)}: ${last};\n`)
  .join('')}}

/** The lines before the last, which have \`more\`. */
export interface Progress {
${Object.entries(answers)
  .map(
    ([command, { last, more }]) =>
      `${key(command)}: ${[...(more ?? []), `Partial<${last}>`].join(' | ')};\n`,
  )
  .join('')}}

/** Thrown where the engine cannot do what a request asks for. */
export class SessionError extends Error {
  answer: ErrorAnswer;
}

export interface Engine {
  /**
   * Sends a request, for instance \`new window seed 7\`. Resolves to the last line of its answer;
   * \`more\` is called with those before it.
   */
  request<C extends keyof Answers>(
    line: C | \`\${C} \${string}\`,
    more?: ((answer: Progress[C]) => void) | null,
  ): Promise<Answers[C]>;
  request(line: string, more?: ((answer: any) => void) | null): Promise<any>;
  /** Ends what was asked for so far; each request still gets its last line, with what was found. */
  stop(): void;
  /** Ends the engine; requests that wait are rejected. */
  close(): void;
}

export interface EngineOptions {
  /** Load the network (2.5 MB) that plays best on 4×4; without it the heuristic plays. Default: true. */
  network?: boolean;
  /** Called with how much of the network has come, in bytes; \`total\` is 0 if it is not known. */
  onLoad?: ((progress: { name: string; loaded: number; total: number }) => void) | null;
}

/** Starts an engine. Resolves once it can be asked. */
export function createEngine(options?: EngineOptions): Promise<Engine>;
`;
const prettier = spawnSync(
  process.execPath,
  ['build/web-tests/node_modules/prettier/bin/prettier.cjs', '--stdin-filepath', output],
  { input: text, encoding: 'utf8' },
);
if (prettier.status !== 0) {
  process.stderr.write(prettier.stderr);
  process.exit(1);
}
if (!process.argv.includes('--check')) writeFileSync(output, prettier.stdout);
else if (readFileSync(output, 'utf8') !== prettier.stdout) {
  console.error(`${output}: out of date; run: node tools/protocol-types.mjs`);
  process.exit(1);
}
