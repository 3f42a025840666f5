import { Link, useLoaderData, useSearchParams } from 'react-router';
import { useSettings } from '../../core/settings/use-settings.ts';
import { api } from '../../platform/http-api.ts';
import { End } from './end.tsx';
import { Later } from './later.tsx';
import { MoveIn } from './move-in.tsx';
import { Path } from './path.tsx';
import { SampleStep } from './sample-step.tsx';
import { SettingsStep } from './settings-step.tsx';
import { steps } from './steps.ts';
import { useSetup } from './use-setup.ts';
import './setup.css';

export async function loader() {
  const [progress, settings, facts] = await Promise.all([api.setup.read(), api.settings.list(), api.selfTests.facts()]);
  return { progress, settings, facts };
}

/** What a new site is led through, a step at a time. Each may be skipped; what is left waits until it is wanted. */
export function Component() {
  const loaded = useLoaderData<typeof loader>();
  const { progress, here, ...setup } = useSetup(loaded.progress);
  const settings = useSettings(loaded.settings);
  const [address] = useSearchParams();
  if (address.get('way') === 'backup' && !progress.isOver) return <MoveIn />;
  if (!here) return <End progress={progress} finish={setup.finish} isBusy={setup.isBusy} />;

  const { title, text, group } = steps[here];
  const ways = { isBusy: setup.isBusy, done: () => setup.mark(here, 'done'), skip: () => setup.mark(here, 'skipped') };
  return (
    <div className="setup">
      <header>
        <h1>把站点收拾好</h1>
        <Later finish={setup.finish} isBusy={setup.isBusy} />
      </header>
      <p className="moving">
        <span>从旧的墨笺搬来？整个站点可以恢复成原来的样子，这几步就都不用填了。</span>
        <Link to="?way=backup">我有一份备份</Link>
      </p>
      <Path progress={progress} here={here} />
      <section aria-labelledby="step">
        <h2 id="step">{title}</h2>
        <p>{text}</p>
        {group ? (
          <SettingsStep key={here} {...ways} group={group} settings={settings} facts={loaded.facts} />
        ) : (
          <SampleStep {...ways} hasSample={progress.hasSample} attempt={setup.attempt} />
        )}
      </section>
    </div>
  );
}
