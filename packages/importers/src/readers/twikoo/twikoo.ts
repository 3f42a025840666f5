import type { Item, Reader, Source } from '../../form.ts';
import { commentItems, fieldNames, hasAll } from '../comment-items.ts';
import { countOf, idOf, isSet, oneLineOf } from '../fields.ts';
import { type Element, readElements } from '../json-elements.ts';

/**
 * Comments of Twikoo: the list its panel exports, mongoexport's object a line, LeanCloud's `{ results }` or the database
 * file of a server of one's own (LokiJS, `collections`).
 */
export const twikoo: Reader = {
  id: 'twikoo',
  name: 'Twikoo',
  recognizes: (source) => hasAll(fieldNames(source), '_id', 'nick', 'comment', 'created', 'url'),
  read: (source) => readComments(source),
};

/** LokiJS names a collection beside its rows, so that rows are told by what they hold. */
const lists = ['results', 'data', 'comment', 'comments', 'collections.*.data'];

async function* readComments(source: Source): AsyncGenerator<Item> {
  let views = 0;
  const keyOf = createKeys();
  for await (const element of readElements(source, lists)) {
    if (element.kind === 'loss') yield element;
    else if (typeof element.value.comment === 'string') yield* commentOf(element, keyOf(element.value._id));
    else if (isCounter(element.value)) views++;
    else if (element.list !== '' && !('nick' in element.value))
      continue; // settings of the database file
    else yield { kind: 'loss', thing: '评论', place: element.place, reason: '里面没有评论的文字，没有读' };
  }
  if (views > 0)
    yield { kind: 'loss', thing: '阅读数', place: `${views} 个页面`, reason: '按地址记的阅读数没有带过来' };
}

function isCounter(value: Record<string, unknown>) {
  return 'url' in value && 'time' in value;
}

/** Keys of comments: one id as a text and as MongoDB's `$oid` names two comments: the second gets a key of its own. */
function createKeys() {
  const seen = new Map<string, boolean>();
  return (id: unknown) => {
    const key = idOf(id);
    const isObjectId = typeof id === 'object';
    if (seen.has(key) && seen.get(key) !== isObjectId) return `${isObjectId ? 'oid' : 'text'} ${key}`;
    if (key !== '') seen.set(key, isObjectId);
    return key;
  };
}

function commentOf({ value }: Element, key: string): AsyncGenerator<Item> {
  return commentItems({
    key,
    on: { address: oneLineOf(value.href) || oneLineOf(value.url), title: '' },
    parent: idOf(value.pid) || idOf(value.rid),
    name: value.nick,
    email: value.mail,
    website: value.link,
    text: value.comment,
    time: value.created,
    state: isSet(value.isSpam) ? 'spam' : 'shown',
    likes: Array.isArray(value.like) ? value.like.length : countOf(value.like),
    pinned: isSet(value.top),
    agent: value.ua,
    byOwner: isSet(value.master),
  });
}
