import { expect, test } from 'vitest';
import { topicAt } from './topics.tsx';

test('a topic begins at its # and reaches to the caret', () => {
  expect(topicAt('今天 #慢工', 6)).toEqual({ start: 3, prefix: '慢工' });
  expect(topicAt('今天#慢工具很好', 5)).toEqual({ start: 2, prefix: '慢工' });
  expect(topicAt('#', 1)).toEqual({ start: 0, prefix: '' });
});

test('a finished topic, or text without #, is no topic', () => {
  for (const text of ['今天', '#慢工 ', '##', 'C#', `#${'长'.repeat(21)}`])
    expect(topicAt(text, text.length), text).toBeUndefined();
});
