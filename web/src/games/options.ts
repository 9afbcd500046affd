/** The options of a game, read from the JSON Schema that the server sends. */

import { gamePage } from './index';
import type { Game } from '../lib/api';

export type OptionValues = Record<string, unknown>;

export interface NumberField {
  name: string;
  least: number;
  most: number | undefined;
  usual: number | undefined;
}

/** One option as a field of a form; where `usual` is undefined, the usual value depends on the others. */
export type OptionField = { name: string; description: string } & (
  | { kind: 'choice'; values: string[]; usual: string | undefined }
  | { kind: 'switch'; usual: boolean | undefined }
  | ({ kind: 'number' } & NumberField)
  | { kind: 'numbers'; parts: NumberField[]; usual: unknown }
  | { kind: 'order'; items: string[]; usual: undefined }
);

interface Schema {
  description?: string;
  type?: string;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
}

/** Every option that the form can show; one of an unknown kind keeps its default. */
export function optionFields(game: Game): OptionField[] {
  const schema = game.options as Schema;
  return Object.entries(schema.properties ?? {}).flatMap(([name, option]) => {
    const field = fieldOf(name, option, schema.$defs ?? {});
    return field ? [field] : [];
  });
}

function fieldOf(
  name: string,
  schema: Schema,
  others: Record<string, Schema>,
): OptionField | undefined {
  const head = { name, description: schema.description ?? '' };
  const usual = schema.default;
  if (schema.enum)
    return { ...head, kind: 'choice', values: texts(schema.enum), usual: text(usual) };
  if (schema.type === 'boolean')
    return { ...head, kind: 'switch', usual: typeof usual === 'boolean' ? usual : undefined };
  if (schema.type === 'integer') return { ...head, ...numberOf(name, schema), kind: 'number' };
  if (schema.type === 'array')
    return { ...head, kind: 'order', items: texts(schema.items?.enum ?? []), usual: undefined };
  const parts = others[schema.$ref?.split('/').at(-1) ?? '']?.properties;
  return parts && { ...head, kind: 'numbers', parts: Object.entries(parts).map(partOf), usual };
}

const partOf = ([name, schema]: [string, Schema]): NumberField => numberOf(name, schema);

function numberOf(name: string, schema: Schema): NumberField {
  const { minimum: least = 0, maximum: most, default: usual } = schema;
  return { name, least, most, usual: numberIn(usual) };
}

export const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const texts = (values: unknown[]) => values.filter((value) => typeof value === 'string');

/** The largest number of each part of an option. */
export function largestParts(field: OptionField): Record<string, number | undefined> {
  if (field.kind !== 'numbers') return {};
  return Object.fromEntries(field.parts.map(({ name, most }) => [name, most]));
}

/** The clauses that a description or a refusal mentions; `T28–T31` are four. */
export function clausesIn(description: string): string[] {
  const named = description.matchAll(/\b([A-Z])(\d{1,2})(?:–\1(\d{1,2}))?\b/g);
  return [
    ...new Set(
      [...named].flatMap(([, letter = '', first, last = first]) =>
        Array.from(
          { length: Number(last) - Number(first) + 1 },
          (_, at) => `${letter}${Number(first) + at}`,
        ),
      ),
    ),
  ];
}

/** An option that the server refused, and the clauses that decide; it has no field where the page lacks it. */
export interface RefusedOption {
  field: OptionField | undefined;
  clauses: string[];
}

/** The options that the reasons of a refusal name, each once. */
export function refusedOptions(game: Game, reasons: readonly string[]): RefusedOption[] {
  const fields = optionFields(game);
  const named = reasons.map((reason) => ({
    field: fields.find(({ name }) => new RegExp(`^${name}\\b`).test(reason)),
    clauses: clausesIn(reason),
  }));
  return [...new Set(named.map(({ field }) => field))].map((field) => {
    const clauses = named.flatMap((one) => (one.field === field ? one.clauses : []));
    return { field, clauses: [...new Set(clauses)] };
  });
}

/** The clause behind a value that was chosen. */
export function clauseOf(game: string, field: OptionField, value: unknown): string | undefined {
  return (
    gamePage(game).optionClauses?.[`${field.name}=${String(value)}`] ??
    clausesIn(field.description)[0]
  );
}

/** Whether two values are the same, lists and objects by what is in them. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The values with one of them changed, or without it where it is as usual again. */
export function withEntry(values: OptionValues, name: string, value: unknown): OptionValues {
  const entries = Object.entries({ ...values, [name]: value });
  return Object.fromEntries(entries.filter(([, kept]) => kept !== undefined));
}
