import type { Passage } from '@mojian/contract/community/highlights';
import type { Quote } from '@mojian/markdown/find-quote';
import { readToken } from '../../../session/token.ts';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { toast } from '../../../ui/toast.ts';
import { type HighlightDeps, type Own, ownKey } from './deps.ts';

/** Highlights that a device stores of one article. */
const mostOwn = 60;

/** Highlights of an article: others' from the server, a member's own too, a visitor's own on this device. */
export function createHighlights({ article, calls, reading }: HighlightDeps) {
  const stored = () => readStored<Own[]>('localStorage', ownKey(article.id)) ?? [];
  const store = (own: Own[]) => writeStored('localStorage', ownKey(article.id), own.length > 0 ? own : undefined);
  let passages: Passage[] = [];
  let ofMember: Own[] = [];
  const load = async () => {
    const answer = await reading.list({ query: { articleId: article.id } }).catch(() => undefined);
    if (!answer) return;
    passages = answer.passages;
    ofMember = answer.own;
  };
  const own = () => [...ofMember, ...stored()];
  /** Hands over what the member marked here as a visitor; what is refused stays on this device. */
  const handOver = async () => {
    const refused: Own[] = [];
    for (const quote of stored()) {
      const added = await reading.add({ body: { articleId: article.id, quote } }).catch(() => undefined);
      if (added) ofMember = [...ofMember.filter(({ id }) => id !== added.id), added];
      else refused.push(quote);
    }
    store(refused);
  };
  return {
    passages: () => passages,
    own,
    /** Loads them; what cannot be loaded is not shown, and the text stays as it is. */
    load: async () => {
      if (article.highlights === 'some' || readToken()) await load();
      if (readToken() && stored().length > 0) await handOver();
    },
    /** @throws Failure that a toast has told of */
    add: async (quote: Quote) => {
      if (readToken()) {
        ofMember = [...ofMember, await calls.add({ body: { articleId: article.id, quote } })];
        return;
      }
      if (stored().length >= mostOwn) return toast('warning', `一篇文章最多划 ${mostOwn} 处`);
      store([...stored(), quote]);
      toast('success', '已划线，留在这台设备上');
    },
    remove: async (marked: Own[]) => {
      const names = new Set(marked.map(({ words, position }) => `${position} ${words}`));
      store(stored().filter(({ words, position }) => !names.has(`${position} ${words}`)));
      for (const { id } of marked) {
        if (id === undefined) continue;
        await calls.remove({ query: { id } });
        ofMember = ofMember.filter((one) => one.id !== id);
      }
    },
  };
}
