import type { HomeSection } from '@mojian/contract/core/home-sections';
import { type adminHome, fewestPhotos, fewestTags } from '@mojian/contract/pages/home';
import { fewestNeighbourArticles } from '@mojian/contract/pages/neighbours';
import type { Reply } from '@mojian/contract/platform/endpoint';

export type Contents = Reply<typeof adminHome.contents>;

/** Pictures the server looks at. */
const mostPhotos = 24;

/** From which count a section is shown, what it then shows, and why it is not shown before. */
type State = { fewest: number; shows: (count: number) => string; lacks: string };

const states: Record<HomeSection, State> = {
  says: { fewest: 2, shows: () => '最新的五条说说，一次一条', lacks: '说说不到两条' },
  new: { fewest: 1, shows: (count) => `四篇一组；没有图的只排字；现有 ${count} 篇`, lacks: '还没有文章' },
  picks: {
    fewest: 1,
    shows: (count) => `文章里「加入精选」的，上面有了的不重复；现有 ${count} 篇`,
    lacks: '还没有加入精选的文章',
  },
  photos: {
    fewest: fewestPhotos,
    shows: (count) => `最近的照片，横着铺开；现有 ${count < mostPhotos ? count : `${count} 多`} 张`,
    lacks: '照片不到五张',
  },
  series: { fewest: 1, shows: (count) => `书脊；现有 ${count} 个`, lacks: '还没有专栏' },
  ago: { fewest: 0, shows: (count) => `今天有 ${count} 条；没有的日子自己收起`, lacks: '' },
  reader: {
    fewest: 1,
    shows: (count) => `每天换一段，从近 30 天的评论里取；现有 ${count} 段可选`,
    lacks: '近 30 天没有长短合适的评论',
  },
  neighbours: {
    fewest: fewestNeighbourArticles,
    shows: (count) => `六家友邻各一篇最新的；现有 ${count} 家`,
    lacks: '有新文章的友邻不到三家，或没有打开「友邻」',
  },
  tags: { fewest: fewestTags, shows: (count) => `用得多的字大；现有 ${count} 个`, lacks: '标签不到八个' },
};

/** Says what a section would show now, or why it would show nothing. */
export function stateOf(name: HomeSection, { counts }: Pick<Contents, 'counts'>) {
  const { fewest, shows, lacks } = states[name];
  const isWarning = counts[name] < fewest;
  return { text: isWarning ? `${lacks}，暂不显示` : shows(counts[name]), isWarning };
}
