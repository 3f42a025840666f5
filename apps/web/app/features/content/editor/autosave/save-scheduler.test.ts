import { expect, test, vi } from 'vitest';
import { blankContent } from '../context.ts';
import { SaveScheduler } from './save-scheduler.ts';
import { ServerCopy } from './server-copy.ts';

function unsaved(onStateChange = () => {}) {
  const newest = { content: blankContent, edition: 1 };
  const source = {
    newest: () => newest,
    isDirty: () => true,
    storeLocally: async () => {},
    onSaved: () => {},
    onStateChange,
    loginState: () => 'here' as const,
  };
  const server = new ServerCopy({} as never, {} as never);
  return new SaveScheduler(server, source, { is: 'saved', at: 1 });
}

test('a key that begins a change schedules its save without rendering the desk', () => {
  const onStateChange = vi.fn();
  const scheduler = unsaved(onStateChange);
  scheduler.schedule();
  scheduler.stop();
  expect(scheduler.state).toEqual({ is: 'unsaved' });
  expect(onStateChange).not.toHaveBeenCalled();
});

test('a tab that may not save says at once that the server has not everything', async () => {
  const scheduler = unsaved();
  scheduler.schedule();
  scheduler.stop();
  expect(await scheduler.flush()).toBe(false);
});
