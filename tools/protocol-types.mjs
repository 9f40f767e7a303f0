// protocol-types.mjs OUTPUT: writes the TypeScript types of the session's answers from
// docs/formats/engine.schema.json: answers.d.ts of the engine's package, which the page's modules
// use as well.

import { readFileSync, writeFileSync } from 'node:fs';

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
      `  ${comment(value)}${value.description ? '  ' : ''}${key(member)}${type.required.includes(member) ? '' : '?'}: ${typeOf(value)};\n`,
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
  .map(([command, { last }]) => `  ${key(command)}: ${last};\n`)
  .join('')}}

/** The lines before the last, which have \`more\`. */
export interface Progress {
${Object.entries(answers)
  .map(
    ([command, { last, more }]) =>
      `  ${key(command)}: ${[...(more ?? []), `Partial<${last}>`].join(' | ')};\n`,
  )
  .join('')}}
`;
writeFileSync(process.argv[2], text);
