import { Failure } from '@mojian/contract/platform/failures';
import { readTypes } from '@mojian/contract/platform/rules';
import { mayPublish } from '../../core/identity/roles.ts';
import { dayLength } from '../../platform/dates.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireComplete } from './check-content.ts';
import { contentOf } from './content.ts';
import type { WithDraft } from './drafts.queries.ts';
import { handIn } from './hand-in.ts';
import { type Parts, publishContent } from './publish-content.ts';
import { findOwn, requireWriter } from './save-draft.ts';

type Submission = { id: number; version: number; publishAt?: string | undefined };

/**
 * Publishes the draft, now or at `publishAt`, or hands it in for review if its author may not publish.
 * @throws Failure stale when the draft is no longer at `version`; not-allowed; invalid-input or taken at the field at fault.
 */
export async function submitDraft(parts: Parts, viewer: Viewer, { id, version, publishAt }: Submission) {
  const rules = await requireWriter(parts.db, viewer);
  const article = await findOwn(parts.db, viewer, id);
  if (article.version !== version) throw new Failure('stale');
  const publishes = mayPublish(viewer, rules);
  if (publishAt !== undefined && !publishes) throw new Failure('not-allowed', '暂无发布权限', 'publishAt');
  const time = publishAt === undefined ? null : timeAhead(article, Date.parse(publishAt));
  if (time === null && (article.state === 'published' || article.state === 'private') && article.content === null)
    return { state: article.state, version };
  const content = await contentOf(parts.db, article);
  // nobody else is to read it, so nobody else looks at it first
  const isPrivate = content.readType === readTypes.onlyAuthor;
  if (isPrivate && time !== null) throw new Failure('invalid-input', '仅自己可读的文章不用定时', 'publishAt');
  await requireComplete(parts.db, viewer, article, content);
  return publishes || isPrivate
    ? publishContent(parts, { article, content, time })
    : handIn(parts.db, article, content);
}

function timeAhead({ state }: WithDraft, time: number) {
  const wrong = (text: string) => new Failure('invalid-input', text, 'publishAt');
  if (state === 'published') throw wrong('已经发布的文章不能定时');
  if (time <= Date.now()) throw wrong('定时须在将来');
  if (time > Date.now() + 366 * dayLength) throw wrong('定时最远一年');
  return time;
}
