import { api } from '../http-api.ts';
import { useCall } from '../use-call.ts';

const words = { ok: '好', warn: '留意', bad: '要处理' };

/** How the parts of the site are, each with a dot, a word for those who see no dot, and a line. */
export function Health() {
  const { answer, failure, reload } = useCall(api.overview.health);
  return (
    <section className="card s4">
      <header>
        <h2>系统</h2>
        <span>{answer && `版本 ${answer.version}`}</span>
      </header>
      {failure ? (
        <p className="none">
          {failure}
          <button type="button" onClick={reload}>
            再看一次
          </button>
        </p>
      ) : (
        <ul className="health in" aria-busy={!answer}>
          {answer?.signs.map(({ name, state, text }) => (
            <li key={name}>
              <span className={`sign ${state}`}>
                {name}
                <small>{words[state]}</small>
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
