import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';

/** Page that may stand in the menu. `to`: its entry; `path`: its address, '' while it is not published. */
export type MenuPage = { to: string; title: string; path: string };

/**
 * Pages of the site, newest first, for the control and the preview of the menu. `areAll`: one that is not among them is
 * gone, and not only unknown yet.
 */
export function useMenuPages(): { pages: MenuPage[]; areAll: boolean } {
  const { answer } = useAnswer(['menu-pages'], listMenuPages);
  return { pages: answer ?? [], areAll: answer !== undefined && answer.length < mostPages };
}

/** As many as a menu has entries, and more. */
const mostPages = 50;

async function listMenuPages(): Promise<MenuPage[]> {
  const { data } = await api.articles.list({ query: { kind: 'page', pageSize: mostPages } });
  return data.records.map(({ id, title, path }) => ({ to: `/page/${id}`, title: title || '（无标题）', path }));
}
