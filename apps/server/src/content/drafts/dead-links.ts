import { isHome } from '../../platform/outgoing/outgoing.ts';
import { renderForReading } from '../articles/render-article.ts';
import { askText } from '../text/ask-text.ts';
import { contentOf } from './content.ts';
import type { Parts } from './publish-content.ts';
import { findWaiting } from './review-article.ts';

/** `mayReach`: only tests may let it reach what is not public. */
type Reaching = Omit<Parts, 'search'> & { mayReach?: (address: string) => boolean };

const most = 20;
const atOnce = 4;
/** Milliseconds: with all of them closed whoever waits is answered in time still. */
const patience = 5000;

/** Which of the other sites a text that waits leads to do not answer. @throws Failure not-found when it does not wait. */
export async function listDeadLinks({ db, siteUrl, mayReach }: Reaching, id: number) {
  const article = await findWaiting(db, id);
  const { markdown } = await contentOf(db, article);
  const { html } = await renderForReading(markdown, { siteUrl });
  const links = (await askText('linksIn', { html, siteUrl })).slice(0, most);
  const due = [...links];
  const dead = new Set<string>();
  const work = async () => {
    for (let link = due.shift(); link !== undefined; link = due.shift())
      if (!(await isHome(link, { time: patience, agent: `Mojian (+${siteUrl})`, mayReach }))) dead.add(link);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return links.filter((link) => dead.has(link));
}
