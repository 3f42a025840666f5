/** Permissions of a program's key, each with its display name and what it opens. Settings, accounts and deleting are in none. */
export const keyScopes = {
  read: { title: '读', about: '文章与自己没发布的、说说、评论、分类' },
  draft: { title: '写草稿', about: '新建与修改草稿，发布还得你自己点' },
  upload: { title: '传图片与附件', about: '算在你的空间里' },
  publish: { title: '发布', about: '文章、说说与评论，以你的名义' },
  moderate: { title: '处理待审', about: '通过与隐藏评论、说说、留言，不能删除' },
} as const;

export type KeyScope = keyof typeof keyScopes;

export const keyScopeNames = Object.keys(keyScopes) as KeyScope[];

/** Scopes of which one opens a call; none for a call that is closed to keys. */
export function scopesOfCall({ scope = [] }: { scope?: KeyScope | readonly KeyScope[] }): readonly KeyScope[] {
  return typeof scope === 'string' ? [scope] : scope;
}

/** Beginning of every key, by which it is told from a session's token. */
export const keyPrefix = 'mj_';
