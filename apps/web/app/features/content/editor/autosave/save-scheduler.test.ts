import { expect, test, vi } from 'vitest';
import { blankContent } from '../context.ts';
import { SaveScheduler } from './save-scheduler.ts';
import { ServerCopy } from './server-copy.ts';

test('a key that begins a change schedules its save without rendering the desk', () => {
  const onStateChange = vi.fn();
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
  const scheduler = new SaveScheduler(server, source, { is: 'saved', at: 1 });
  scheduler.schedule();
  scheduler.stop();
  expect(scheduler.state).toEqual({ is: 'unsaved' });
  expect(onStateChange).not.toHaveBeenCalled();
});
