import type { SetupProgress, SetupStep } from '@mojian/contract/operations/setup-admin';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { steps } from './steps.ts';

const words = { due: '', done: '（已完成）', skipped: '（已跳过）' };

/** All steps, with how each stands; any may be opened again. */
export function Path({ progress, here }: { progress: SetupProgress; here: SetupStep }) {
  return (
    <ol className="path">
      {progress.steps.map(({ name, state }) => (
        <li key={name}>
          <Link to={{ search: `?step=${name}` }} aria-current={name === here ? 'step' : undefined}>
            {state === 'done' && <Icon name="ok" />}
            <span className="name">{steps[name].title}</span>
            <span className="unseen">{words[state]}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
