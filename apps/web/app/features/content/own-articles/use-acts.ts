import type { OwnArticle } from '@mojian/contract/content/drafts';
import type { CallsOf } from '../../../calls.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';

type Calls = CallsOf<'drafts'>['drafts'];

/** What a member does with one of their articles; the list is loaded anew after each. Refusals are said by the calls. */
export function useActs({ remove, restore, withdraw }: Calls, onDone: () => Promise<unknown>) {
  const { isBusy, send } = useSending();
  const act = async (doing: () => Promise<unknown>, say: () => void) => {
    const isDone = await send(doing);
    if (isDone) say();
    // what was refused is shown as it stands by now
    await onDone();
  };
  const bringBack = (article: OwnArticle) =>
    void act(
      () => restore({ body: { id: article.id } }),
      () => toast('success', `已恢复${titleOf(article)}`),
    );
  return {
    isBusy,
    restore: bringBack,
    remove: (article: OwnArticle) =>
      void act(
        () => remove({ query: { id: article.id } }),
        () => toast('success', `${titleOf(article)}已移到回收站`, { words: '撤销', run: () => bringBack(article) }),
      ),
    withdraw: (article: OwnArticle) =>
      void act(
        () => withdraw({ body: { id: article.id } }),
        () => toast('success', `已撤回${titleOf(article)}`),
      ),
  };
}

function titleOf({ title }: OwnArticle) {
  return `《${title || '无标题'}》`;
}
