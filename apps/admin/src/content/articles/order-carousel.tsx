import { api } from '../../platform/http-api.ts';
import { OrderDialog } from '../../platform/ordering/order-dialog.tsx';

const load = async () => (await api.articles.carousel()).map(({ id, title }) => ({ id, name: title }));

/** Which article comes first in the carousel of the home page. */
export function OrderCarousel({ onClose }: { onClose: () => void }) {
  return (
    <OrderDialog
      title="轮播的顺序"
      empty="轮播里还没有文章，首页显示最新的几篇。在文章的「…」里选「加入轮播」即可。"
      note="首页取前 5 篇；新加入的排在最前。"
      load={load}
      send={(ids) => api.articles.orderCarousel({ body: { ids } })}
      onClose={onClose}
    />
  );
}
