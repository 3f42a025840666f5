import type { Schema } from '../../platform/db/schema.ts';

/**
 * Columns of a table whose texts may contain addresses of the site. `by`: the noun that changes them, since it renders
 * them or tells open editors.
 */
export type Place = {
  table: keyof Schema;
  name: string;
  columns: readonly string[];
  id?: string;
  by?: 'articles' | 'drafts' | 'comments' | 'says';
};

/** Texts of people and settings, which all move to another domain. */
export const places = [
  { table: 'articles', name: '文章', columns: ['markdown'], by: 'articles' },
  { table: 'drafts', name: '草稿', columns: ['content'], id: 'articleId', by: 'drafts' },
  { table: 'comments', name: '评论', columns: ['text'], by: 'comments' },
  { table: 'says', name: '说说', columns: ['text'], by: 'says' },
  { table: 'articles', name: '文章的摘要、封面与出处', columns: ['summary', 'cover', 'sourceUrl', 'description'] },
  { table: 'revisions', name: '文章的历史版本', columns: ['title', 'content'] },
  { table: 'categories', name: '分类', columns: ['intro'] },
  { table: 'series', name: '专栏', columns: ['intro'] },
  { table: 'movedPaths', name: '跳转', columns: ['target'] },
  { table: 'comments', name: '评论的图片', columns: ['pictures'] },
  { table: 'says', name: '说说的图片与地点', columns: ['pictures', 'place'] },
  { table: 'boardMessages', name: '留言', columns: ['text'] },
  { table: 'chatMessages', name: '聊天', columns: ['text', 'picture'] },
  { table: 'feedback', name: '反馈', columns: ['title', 'content', 'answer'] },
  { table: 'reports', name: '举报', columns: ['reason', 'excerpt'] },
  { table: 'notices', name: '通知', columns: ['text', 'title', 'link', 'reason'] },
  { table: 'broadcasts', name: '群发的通知', columns: ['title', 'text', 'link'] },
  { table: 'links', name: '友链', columns: ['url', 'intro', 'avatar', 'reason'] },
  { table: 'navigationSites', name: '导航', columns: ['url', 'intro', 'logo'] },
  { table: 'users', name: '会员的资料', columns: ['avatar', 'cover', 'website', 'intro'] },
  { table: 'memberNotes', name: '会员的备注', columns: ['text'] },
  { table: 'applications', name: '注册申请', columns: ['avatar', 'words', 'reason'] },
  { table: 'settings', name: '站点设置', columns: ['value'], id: 'name' },
  { table: 'outbox', name: '等着寄的信与通知', columns: ['payload'] },
] as const satisfies Place[];
