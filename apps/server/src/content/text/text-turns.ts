import { Failure } from '@mojian/contract/platform/failures';
import { countWords } from '@mojian/markdown/words';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Turns } from '../../platform/limits/concurrency.ts';
import { countText } from './ask-text.ts';

/** Member who wrote a text, or who asked for it. Strangers wait behind all who write. */
export type TextOwner = { owner: string; isStranger?: boolean };

const turns = new Turns(1, { isRound: true });
/** Turns that wait, in all and of one owner. */
const waitingAtMost = { all: 400, ofOwner: 100 };
/** Work of strangers under way, in all and of one owner; beyond `crowd` each owner has one place, so that nobody has all. */
const strangersAtMost = { all: 30, crowd: 3, ofOwner: 2 };
const retryAfter = 10;
const strangers: string[] = [];

/** Owner of what a member asks for; the demo account is shared by strangers. */
export function ownerOf({ id, role }: Pick<Viewer, 'id' | 'role'>): TextOwner {
  return { owner: `member:${id}`, isStranger: role === 'demo' };
}

/**
 * Runs work that loads texts and asks the text process about them, one at a time and in turn by owner: what waits has
 * loaded nothing yet.
 * @throws Failure too-many-requests when too much of the owner's waits; unavailable when strangers have too much under way
 */
export async function inTextTurn<Result>({ owner, isStranger = false }: TextOwner, work: () => Promise<Result>) {
  const own = (of: string) => of === owner;
  if (isStranger && !hasPlace(strangers.filter(own).length))
    throw new Failure('unavailable', '正在打开长草稿的人太多，请过一会儿再试', undefined, retryAfter);
  const waiting = turns.owners();
  if (waiting.length >= waitingAtMost.all || waiting.filter(own).length >= waitingAtMost.ofOwner)
    throw new Failure('too-many-requests', '服务器正忙着处理正文，请过一会儿再试', undefined, retryAfter);
  if (isStranger) strangers.push(owner);
  const end = await turns.take(owner, { isLast: isStranger });
  try {
    return await work();
  } finally {
    if (isStranger) strangers.splice(strangers.indexOf(owner), 1);
    end();
  }
}

function hasPlace(ofOwner: number) {
  const { all, crowd, ofOwner: most } = strangersAtMost;
  return strangers.length < all && ofOwner < (strangers.length < crowd ? most : 1);
}

/** Counts words as `countText`, in the writer's turn; without one from the source. */
export function countInTurn(viewer: Pick<Viewer, 'id' | 'role'>, markdown: string): Promise<number> {
  return inTextTurn(ownerOf(viewer), () => countText(markdown)).catch(() => countWords(markdown));
}
