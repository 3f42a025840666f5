import { longestAlbumWords, longestPasswordHint, readTypes } from '@mojian/contract/platform/rules';
import { madeFiles } from '../apps/server/test/made-files.ts';
import { noise } from '../apps/server/test/noise.ts';
import { writeArticle } from './arrange.ts';
import { falseAddresses } from './hostile.ts';
import { sendFile } from './send-file.ts';
import { each, everyText, literally, name, type Stage, short, text, titleOf, type Villain } from './xss-stories.ts';

type Content = NonNullable<Parameters<Villain['api']['drafts']['create']>[0]['body']['content']>;

async function publish({ api }: Villain, content: Content) {
  const { id, version } = await api.drafts.create({ body: { key: crypto.randomUUID(), content } });
  await api.drafts.submit({ body: { id, version } });
  return id;
}

/** Each publishes an album whose place, time, title and caption should run. Their numbers. */
export async function fillAlbums(stage: Stage) {
  const { site, taken } = stage;
  const picture = await noise(20);
  const ids: number[] = [];
  await each(stage, 'drafts.create.body.content.albumPlace', async (villain) => {
    const { token, n } = villain;
    const address = await sendFile(site, token, `${text(n)}.png`, picture);
    const markdown = `![${literally(text(n))}](${address} "${literally(name(n))}")`;
    const album = { isAlbum: true, albumPlace: short(n, longestAlbumWords), albumTime: name(n) };
    ids[n] = await publish(villain, { title: titleOf(n), markdown, ...album });
  });
  taken.set('drafts.create.body.content.albumTime', ids.length);
  return ids;
}

/** The password with which each locks an article. */
export const passwordOf = name;

/** Each locks an article and gives a hint that should run. Their numbers. */
export async function fillLocked(stage: Stage) {
  const ids: number[] = [];
  await each(stage, 'drafts.create.body.content.passwordHint', async (villain) => {
    const { n } = villain;
    const markdown = `到渡口为止，谁都能读。\n\n<!-- more -->\n\n${everyText}`;
    const lock = {
      readType: readTypes.withPassword,
      password: passwordOf(n),
      passwordHint: short(n, longestPasswordHint),
    };
    ids[n] = await publish(villain, { title: titleOf(n), markdown, ...lock });
  });
  return ids;
}

/** Each attaches a file whose name should run, and tells what it shows and sounds like. The article with all of them. */
export async function fillAttachments(stage: Stage) {
  const { site, author } = stage;
  const files: string[] = [];
  await each(stage, 'files.upload.body.file', async ({ token, n }) => {
    files[n] = await sendFile(site, token, `${text(n)}.pdf`, madeFiles.pdf());
  });
  await each(stage, 'files.describe.body.wave', ({ api, n }) =>
    api.files.describe({ body: { url: files[n] ?? '', wave: text(n) } }),
  );
  await each(stage, 'files.describe.body.poster', ({ api, n }) => {
    const poster = n % 2 ? (falseAddresses[n % 7] ?? '') : Buffer.from(text(n)).toString('base64');
    return api.files.describe({ body: { url: files[n] ?? '', poster } });
  });
  const picture = (await noise(20)).toString('base64');
  for (const { api, n } of stage.villains)
    await api.files.describe({ body: { url: files[n] ?? '', pages: 2, poster: picture } });
  const title = '一篇附了文件的文章';
  // the link has words of its own, or shows the name of its file
  const markdown = files.map((url, n) => (n % 2 ? `![](${url})` : `[${literally(text(n))}](${url})`)).join('\n\n');
  return writeArticle(site, { authorId: author.id, title, summary: title, markdown });
}
