import { apiOf } from './api.ts';
import { falseAddresses } from './hostile.ts';
import { each, type Stage, short, text } from './xss-stories.ts';

/** The group's room. */
const group = 1;

/** Each says in the group what should run, asks the author to talk with it, and reports the next one. */
export async function fillChat(stage: Stage) {
  const { site, author } = stage;
  const ids: number[] = [];
  await each(stage, 'chat.send.body.text', async ({ api, n }) => {
    ids.push((await api.chat.send({ body: { roomId: group, text: text(n), key: `said ${n}` } })).id);
  });
  await each(stage, 'chat.send.body.key', ({ api, n }) =>
    api.chat.send({ body: { roomId: group, text: `第 ${n} 位`, key: short(n, 60), quoteId: ids[n % ids.length] } }),
  );
  await each(stage, 'chat.send.body.picture', ({ api, n }) => {
    const picture = n % 2 ? (falseAddresses[n % 7] ?? '') : `/files/"onerror=pwned(${n})`;
    return api.chat.send({ body: { roomId: group, picture, key: `shown ${n}` } });
  });
  await each(stage, 'chat.report.body.reason', ({ api, n }) =>
    api.chat.report({ body: { id: ids[(n + 1) % ids.length] ?? 0, reason: text(n) } }),
  );
  await each(stage, 'said in private', async ({ api, n }) => {
    const { id } = await api.chat.addRoom({ query: { userId: author.id } });
    await api.chat.send({ body: { roomId: id, text: text(n), key: `asked ${n}` } });
  });
  await apiOf(site, author).chat.send({ body: { roomId: group, text: '都说完了', key: 'end' } });
}
