import type { Item, Reader } from '../../form.ts';
import { commentItems, fieldNames, hasAll, stateOfStatus } from '../comment-items.ts';
import { countOf, idOf, isSet, oneLineOf } from '../fields.ts';
import { readElements } from '../json-elements.ts';

/**
 * Comments as LeanCloud exports the class Comment of Valine, and of Waline that stores there: a list, `{ results }`, or
 * an object a line.
 */
export const valine: Reader = {
  id: 'valine',
  name: 'Valine',
  recognizes: (source) => {
    const names = fieldNames(source);
    return hasAll(names, 'objectId', 'comment', 'nick', 'url') && !hasAll(names, 'data', 'tables');
  },
  read: (source) => readComments(source),
};

async function* readComments(source: Parameters<Reader['read']>[0]): AsyncGenerator<Item> {
  for await (const element of readElements(source, ['results'])) {
    if (element.kind === 'loss') yield element;
    else if (typeof element.value.comment !== 'string')
      yield { kind: 'loss', thing: '评论', place: element.place, reason: '里面没有评论的文字，没有读' };
    else yield* commentOf(element.value);
  }
}

/** Takes the time the page showed: `createdAt` is that of the last move between applications. */
function commentOf(value: Record<string, unknown>): AsyncGenerator<Item> {
  return commentItems({
    key: idOf(value.objectId),
    on: { address: oneLineOf(value.url), title: '' },
    parent: idOf(value.pid) || idOf(value.rid),
    name: value.nick,
    email: value.mail,
    website: value.link,
    text: value.comment,
    time: value.insertedAt ?? value.createdAt,
    state: stateOfStatus(value.status, value.isSpam),
    likes: countOf(value.like),
    pinned: isSet(value.sticky),
    agent: value.ua,
  });
}
