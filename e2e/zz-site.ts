import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { nicknameKey } from '../apps/server/src/accounts/nickname-key.ts';
import { apiOf } from './api.ts';
import { inDatabase, tokenFor } from './members.ts';
import { mkdtempSync } from 'node:fs';
import { startSite } from './site.ts';
import { saveSettings } from '../apps/server/src/site/settings.ts';

const site = await startSite({ PORT: '4517' });
console.log('pid', site.pid);
await inDatabase(site, (db) => db.transaction().execute((trx) => saveSettings(trx, 'moderation', { mode: 'none', hold: [], mask: [] })));
const names = ['禾生', '许青禾', '南山不见南', '一苇', '楼下的木匠', '林照野', '陌生的远客'];
const people: Record<string, { id: number; token: string }> = {};
for (const nickname of names) {
  const { id } = await inDatabase(site, (db) =>
    db.insertInto('users').values({ nickname, nicknameKey: nicknameKey(nickname), email: `${nicknameKey(nickname)}@x.example`, role: 'member', createdAt: Date.now() } as never).returning('id').executeTakeFirstOrThrow(),
  );
  people[nickname] = { id, token: await tokenFor(site, { id }) };
}
const as = (name: string) => apiOf(site, { token: people[name]!.token });
let n = 0;
const rooms = await as('禾生').chat.rooms();
console.log(JSON.stringify(rooms.data ?? rooms).slice(0, 400));
const list = (rooms as any).data ?? rooms;
const group = list.find((r: any) => r.kind === 'group');
const say = async (name: string, roomId: number, text: string, more = {}) => (await as(name).chat.send({ body: { roomId, text, key: `k${n++}`, ...more } })) as any;
await say('许青禾', group.id, '早。南浔的雾还没散，先给各位看一眼。');
const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8fa3a0' } }).png().toBuffer();
const form = new FormData(); form.append('file', new Blob([png], { type: 'image/png' }), 'mist.png');
const up: any = await (await fetch(`${site.url}/file/upload`, { method: 'POST', body: form, headers: { authorization: people['许青禾']!.token } })).json();
const pic = await say('许青禾', group.id, '', { picture: up.data.url });
await say('禾生', group.id, '这雾像是谁把墨磨淡了，忘了收。', { quoteId: (pic.data ?? pic).id });
const w = await say('楼下的木匠', group.id, '说错了');
await as('楼下的木匠').chat.withdraw({ body: { id: (w.data ?? w).id } }).catch(console.log);
await say('南山不见南', group.id, '周六下午三点，书店二楼，带一件你用了很久的东西来，讲五分钟。茶我备。https://example.com/tea');
await say('南山不见南', group.id, '我带一把用了二十年的竹尺，刻度都磨没了，但我知道它有多长。');
await say('一苇', group.id, '@禾生 那第十八座桥在哪儿？');
const to = async (from: string, whom: string, text: string) => { const r: any = await as(from).chat.addRoom({ query: { userId: people[whom]!.id } }); return say(from, (r.data ?? r).id, text); };
await to('禾生', '许青禾', '你好，想问一下照片'); await to('许青禾', '禾生', '好的呀，明天发你');
await to('禾生', '楼下的木匠', '师傅在吗'); await to('楼下的木匠', '禾生', '老榆木给你留着，别急。'); await to('禾生', '楼下的木匠', '好嘞');
await to('禾生', '南山不见南', '那本书看完了吗？');
await to('林照野', '禾生', '你好，我想转载你的一篇文章，可以吗？');
await to('陌生的远客', '禾生', '冒昧打扰');
writeFileSync('/tmp/zz-site.json', JSON.stringify({ url: site.url, dataDir: site.dataDir, people, group: group.id }));
console.log('ready', site.url);
await new Promise(() => {});
