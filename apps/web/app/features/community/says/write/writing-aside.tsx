type Props = { topics: { topic: string; count: number }[]; choose: (topic: string) => void };

/** Topics to go on with, and what is at hand. */
export function WritingAside({ topics, choose }: Props) {
  return (
    <aside className="aside">
      {topics.length > 0 && (
        <section>
          <div className="sec">
            <h2>接着这些话题</h2>
          </div>
          <ul className="tps">
            {topics.map(({ topic, count }) => (
              <li key={topic}>
                <button type="button" onClick={() => choose(topic)}>
                  #{topic}
                </button>
                <span className="dim">{count}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="sec">
          <h2>顺手</h2>
        </div>
        <ul className="kb9">
          <li>
            发布<kbd>Ctrl Enter</kbd>
          </li>
          <li>
            贴图<kbd>Ctrl V</kbd>
          </li>
          <li>
            话题<kbd>#</kbd>
          </li>
          <li>
            加粗与链接<span className="dim">写 Markdown 即可</span>
          </li>
        </ul>
      </section>
    </aside>
  );
}
