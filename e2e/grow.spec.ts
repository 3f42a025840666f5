import { expect, test } from 'vitest';
import { startStack } from '../bench/grow/stack.ts';
import { tryStack } from '../bench/grow/try.ts';
import { isLong } from './long.ts';

const minutes = 60_000;

test.runIf(isLong)(
  'three processes behind nginx: limits are exact, a killed and a drained one cost no reader, no acknowledged write is lost',
  { timeout: 10 * minutes, retry: 0 },
  async () => {
    const stack = await startStack({ isTry: true });
    try {
      if (stack.nginx) await tryStack(stack);
      for (const address of stack.addresses) expect((await fetch(`${address}/v1/category/`)).status).toBe(200);
    } finally {
      await stack.stop();
    }
  },
);
