import { type Client, createClient, type Sent } from '@mojian/client';
import { api } from '@mojian/contract/all';
import { type Calls, callName } from './calls.ts';
import { refusal, toFailure } from './errors.ts';
import { visitor } from './viewer.ts';

/** The API for rendering: the same calls without HTTP, always as a visitor. `onTags` hears what each answer used. */
export function visitorApi(calls: Calls, onTags: (tags: string[]) => void, onError: (error: unknown) => void): Client {
  return createClient(api, async ({ method, path, query, body }: Sent) => {
    try {
      const name = callName({ method: method as 'GET', path });
      const { envelope, tags } = await calls.answer(name, { query, body }, visitor);
      onTags(tags);
      return envelope;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status >= 500) onError(error);
      return refusal(failure);
    }
  });
}
