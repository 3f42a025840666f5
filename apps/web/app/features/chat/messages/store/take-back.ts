import { waitFor } from '@mojian/client/live-pause';
import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Core } from './core.ts';
import { afterFailure } from './try-again.ts';

/** Withdraws what its writer gave up and the server got all the same. What is too late to withdraw stays, shown as sent. */
export async function takeBack({ parts, left }: Core, id: number, told: (message: ChatMessage) => void) {
  for (let failures = 0; !left.aborted; failures += 1) {
    try {
      return told(await parts.reading.chat.withdraw({ body: { id } }));
    } catch (error) {
      const next = afterFailure(error, failures);
      if (!('wait' in next)) return;
      await waitFor(next.wait, left);
    }
  }
}
