import { readTypes } from '@mojian/contract/platform/rules';
import type { Writing } from '../../editor-parts.ts';
import { mayPublish } from '../may-publish.ts';
import { beijingWords, momentOf } from '../schedule.ts';

type Given = Pick<Writing, 'draft' | 'me'> & { content: Pick<Writing['content'], 'readType'>; publishAt: string };

/** What the button will do, in its own words and in a sentence. */
export function planOf({ draft, me, content, publishAt }: Given) {
  const isOut = draft?.state === 'published';
  if (content.readType === readTypes.onlyAuthor) return keptToOneself(isOut);
  if (!mayPublish({ draft, me })) return reviewed(isOut, draft?.submittedAt != null);
  if (isOut)
    return { act: '更新', doing: '正在更新…', done: '已更新', about: '读者马上读到新的一版，地址和评论都不变。' };
  const time = momentOf(publishAt) ?? (draft?.state === 'scheduled' ? momentOf(draft.publishedAt ?? '') : undefined);
  if (time)
    return {
      act: '定时发布',
      doing: '正在定时…',
      done: '已定时',
      about: `北京时间 ${beijingWords(time)} 自动发布，在那之前随时可以改，也可以取消。`,
    };
  return { act: '发布', doing: '正在发布…', done: '已发布', about: '马上与读者见面，关注你的人会收到通知。' };
}

function keptToOneself(isOut: boolean) {
  const about = isOut
    ? '读者会马上看不到它：页面、列表、搜索与订阅里都没有，分享链接也失效。评论与数字都留着，改回来就又看得到。'
    : '只有你自己看得到，不经审核，也不通知谁。';
  return { act: '仅自己可见', doing: '正在保存…', done: '已保存，只有你看得到', about };
}

function reviewed(isOut: boolean, isWaiting: boolean) {
  const about = isOut
    ? '编辑看过之后，读者才看到新的一版；在那之前，读到的还是现在这一版。'
    : '编辑看过之后发布，结果会通知你。在那之前随时可以撤回修改。';
  return { act: isWaiting ? '重新提交审核' : '提交审核', doing: '正在提交…', done: '已提交审核', about };
}
