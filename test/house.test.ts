import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import postgresShort from '../apps/server/test/postgres-short.json' with { type: 'json' };
import journeys from '../e2e/journeys.json' with { type: 'json' };
import { measure } from '../scripts/measure.js';

const { figures, places } = measure('.') as unknown as {
  figures: Record<string, number>;
  places: Record<string, string[]>;
};

test.each([
  ['no import runs against the order of districts', 'against'],
  ['no file has more than 300 lines', 'longFiles'],
  ['no function has more than 60 lines', 'longFunctions'],
  ['no literal is spread to steer the formatter', 'spreadLiterals'],
  ['no select follows a select', 'chainedSelects'],
])('%s', (_name, list) => {
  expect(places[list]).toEqual([]);
});

test('the whole product is read', () => {
  expect(figures['product files']).toBeGreaterThan(1000);
});

test('the files of a short run exist', () => {
  expect([...journeys, ...postgresShort].filter((file) => !existsSync(file))).toEqual([]);
});
