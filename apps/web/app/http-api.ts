import type { Client } from '@mojian/client';
import { Failure } from '@mojian/contract/failures';

type Calls = typeof import('./http-calls.ts');
type Call = (...given: unknown[]) => Promise<unknown>;

/** The API as screens load from it: a refusal becomes the error screen. */
export const loadApi = comingApi('loadApi');

/** The API as people act on it: a refusal is also said in a toast. */
export const httpApi = comingApi('httpApi');

/** The calls come after the page stands; one made before they are there waits for them. */
function comingApi(name: 'loadApi' | 'httpApi'): Client {
  return named((noun) =>
    named<Call>((verb) => async (...given) => {
      const api = (await fetchCalls())[name] as unknown as Record<string, Record<string, Call>>;
      return api[noun]?.[verb]?.(...given);
    }),
  ) as unknown as Client;
}

/** An object with something under every name, made when first asked for and the same ever after. */
function named<Value>(make: (name: string) => Value): Record<string, Value> {
  const made: Record<string, Value> = {};
  return new Proxy(made, {
    get: (_, name) => {
      if (typeof name === 'symbol') return undefined;
      made[name] ??= make(name);
      return made[name];
    },
  });
}

async function fetchCalls(): Promise<Calls> {
  try {
    return await import('./http-calls.ts');
  } catch (cause) {
    console.warn('接口没有取到', cause);
    throw new Failure('unavailable', '网络连接不稳，请稍后再试');
  }
}
