/** Features the owner may switch off, with their display names. */
export const features = {
  says: '说说',
  board: '留言板',
  hot: '热搜',
  navigation: '导航',
  links: '友链',
  neighbours: '友邻',
  group: '聊天室',
  privateChat: '私聊',
  series: '专栏',
  comments: '评论',
  highlights: '划线与想法',
  registration: '注册',
} as const;

export type Feature = keyof typeof features;

export const featureNames = Object.keys(features) as Feature[];

/** Feature of a call or screen, or several of which one suffices. */
export type BelongsTo = Feature | readonly Feature[];

/** Whether any of the named features is on; true for undefined. */
export function isOn(on: readonly Feature[], belongsTo: BelongsTo | undefined) {
  if (belongsTo === undefined) return true;
  return typeof belongsTo === 'string' ? on.includes(belongsTo) : belongsTo.some((one) => on.includes(one));
}

/** Message for a feature that is switched off. */
export function featureOffText(belongsTo: BelongsTo) {
  const names = (typeof belongsTo === 'string' ? [belongsTo] : belongsTo).map((one) => features[one]);
  return `站长关闭了${names.join('与')}`;
}

/** Paths of each feature; pages below them belong to it. */
export const featurePaths: Record<string, BelongsTo> = {
  '/say': 'says',
  '/newSays': 'says',
  '/message': 'board',
  '/hot': 'hot',
  '/navigation': 'navigation',
  '/links': 'links',
  '/neighbours': 'neighbours',
  '/im': ['group', 'privateChat'],
  '/chat': ['group', 'privateChat'],
  '/series': 'series',
};

/** Finds the feature of a page by its path without a query. */
export function featureOfPath(path: string): BelongsTo | undefined {
  const [, first = ''] = path.split('/');
  return featurePaths[`/${first}`];
}
