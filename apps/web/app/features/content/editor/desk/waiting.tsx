import { Link } from 'react-router';
import { useHas } from '../../../../features-on.ts';
import { Empty } from '../../../../ui/empty.tsx';

/** The desk before the article lies on it. */
export function DeskWaiting() {
  return (
    <main id="main" className="desk" aria-busy="true">
      <h1 className="vh">写文章</h1>
      <div className="desk-bar" />
      <div className="desk-body">
        <div className="desk-waiting" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
        <div className="desk-look" />
        <div className="desk-set" />
      </div>
    </main>
  );
}

/** The article did not arrive. */
export function DeskFailed({ again }: { again: () => void }) {
  return (
    <DeskSays drawing="torn" title="文章加载失败">
      <p>写下的字都在，只是这会儿取不到。</p>
      <button className="btn" type="button" onClick={again}>
        重试
      </button>
    </DeskSays>
  );
}

/** The owner keeps writing to some. */
export function MayNot() {
  const hasSays = useHas()('says');
  return (
    <DeskSays drawing="leaf" title="暂无发布权限">
      <p>站长还没有开放写文章{hasSays && '，可以先在说说里写几句'}。</p>
      <Link className="btn" to={hasSays ? '/say' : '/'}>
        {hasSays ? '查看说说' : '返回首页'}
      </Link>
    </DeskSays>
  );
}

type SaysProps = { drawing?: 'hills' | 'leaf' | 'torn'; title: string; children: React.ReactNode };

/** In the place of the desk: why there is none. */
export function DeskSays({ drawing = 'hills', title, children }: SaysProps) {
  return (
    <main id="main" className="wrap desk-says">
      <h1 className="vh">写文章</h1>
      <Empty drawing={drawing} title={title}>
        {children}
      </Empty>
    </main>
  );
}
