import type { Revision } from '@mojian/contract/content/revisions';

/** Why a text was kept, in words. */
export const revisionReasons: Record<Revision['reason'], string> = {
  time: '自动保留',
  submitted: '提交审核',
  published: '发布',
  replaced: '被替换前',
  superseded: '管理员恢复前',
  restored: '管理员恢复',
};
