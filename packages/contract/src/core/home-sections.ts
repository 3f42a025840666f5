/** Sections of the home page below its first screen, in default order. */
export const homeSections = {
  says: '近况',
  new: '新文章',
  picks: '精选',
  photos: '影',
  series: '专栏',
  ago: '一年前的今天',
  reader: '读者说',
  neighbours: '友邻新文',
  tags: '标签',
} as const;

export type HomeSection = keyof typeof homeSections;
export const homeSectionNames = Object.keys(homeSections) as [HomeSection, ...HomeSection[]];

/** A section in its place, on or off. */
export type PlacedSection = { name: HomeSection; on: boolean };

/** Appends the sections that the owner's order does not name. */
export function completeSections(placed: PlacedSection[]): PlacedSection[] {
  const missing = homeSectionNames.filter((name) => placed.every((section) => section.name !== name));
  return [...placed, ...missing.map((name) => ({ name, on: true }))];
}
