import { expect, test } from 'vitest';
import { weighPage, weighScreen } from '../bench/weight.ts';
import { openSite } from './stage.ts';

const { site } = openSite();

test('an article’s scripts and styles stay within their budgets', async () => {
  const { script, style } = await weighPage(`${site.url}/article/1`);
  expect(script).toBeGreaterThan(90);
  expect(script).toBeLessThanOrEqual(120);
  expect(style).toBeGreaterThan(5);
  expect(style).toBeLessThanOrEqual(13);
});

test('the back office’s first screen stays within its budget, and draws without antd', async () => {
  const { script, scripts } = await weighScreen(`${site.url}/admin/`, ['overview']);
  expect(scripts.some((path) => path.includes('/overview-'))).toBe(true);
  expect(scripts.filter((path) => path.includes('antd'))).toEqual([]);
  expect(script).toBeGreaterThan(90);
  expect(script).toBeLessThanOrEqual(150);
});

test('the writing desk’s text, new or existing, stays within its budget; what no key waits for comes later', async () => {
  const { script, scripts } = await weighScreen(`${site.url}/newposts`, ['editor-screen']);
  expect(scripts.some((path) => path.includes('/editor-screen-'))).toBe(true);
  for (const deferred of [
    'preview',
    'settings-panel',
    'submit-dialog',
    'text-tools',
    'find',
    'typing-help',
    'deferred',
  ])
    expect(scripts.filter((path) => path.includes(`/${deferred}-`))).toEqual([]);
  expect(script).toBeGreaterThan(200);
  expect(script).toBeLessThanOrEqual(250);
});
